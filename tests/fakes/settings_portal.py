"""A settings portal that answers as a desktop's would, and what the program makes of it. Run as a script inside ``dbus-run-session``.

``settings_portal.py watch SETTING VALUE [VALUE AFTER A CHANGE]`` prints what the program understood, a line each.
``settings_portal.py serve ...`` is the portal itself.
"""

from __future__ import annotations

import subprocess
import sys

from PySide6.QtCore import QTimer
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant, QDBusVirtualObject
from PySide6.QtGui import QGuiApplication

from app.qt.main_window.appearance import SystemWatch

PATH = "/org/freedesktop/portal/desktop"
INTERFACE = "org.freedesktop.portal.Settings"
GROUPS = {"reduced-motion": "org.freedesktop.appearance", "enable-animations": "org.gnome.desktop.interface"}
VALUES = {"1": 1, "0": 0, "true": True, "false": False}


class Portal(QDBusVirtualObject):
    """Knows one setting."""

    def __init__(self, setting: str, values: list[object]) -> None:
        super().__init__()
        self.setting, self.values = setting, values

    def introspect(self, path: str) -> str:  # Qt's signature
        """Return nothing, since it is never asked."""
        return ""

    def handleMessage(self, message: QDBusMessage, connection: QDBusConnection) -> bool:
        """``ReadOne``; the value changes after the first answer, where there is another one."""
        if message.arguments() != [GROUPS[self.setting], self.setting]:
            connection.send(message.createErrorReply("org.freedesktop.portal.Error.NotFound", "Requested setting not found"))
            return True
        reply = message.createReply()
        reply.setArguments([QDBusVariant(self.values[0])])
        connection.send(reply)
        if len(self.values) > 1:
            self.values.pop(0)
            changed = QDBusMessage.createSignal(PATH, INTERFACE, "SettingChanged")
            changed.setArguments([GROUPS[self.setting], self.setting, QDBusVariant(self.values[0])])
            QTimer.singleShot(50, lambda: connection.send(changed))
        return True


def serve(setting: str, *values: str) -> None:
    """Answer until the process is ended."""
    application = QGuiApplication([])
    bus = QDBusConnection.sessionBus()
    portal = Portal(setting, [VALUES[each] for each in values])
    assert bus.registerVirtualObject(PATH, portal)
    assert bus.registerService("org.freedesktop.portal.Desktop")
    print("ready", flush=True)
    application.exec()


def watch(setting: str, *values: str) -> None:
    """Print each thing that the program understood, as many as there are values."""
    with subprocess.Popen([sys.executable, __file__, "serve", setting, *values], stdout=subprocess.PIPE, text=True) as portal:
        try:
            assert portal.stdout is not None
            portal.stdout.readline()
            application = QGuiApplication([])
            system = SystemWatch(application)
            heard: list[bool] = []

            def note() -> None:
                heard.append(system.hints.still)
                print("still" if system.hints.still else "moving", flush=True)
                if len(heard) == len(values):
                    application.quit()

            system.changed.connect(note)
            QTimer.singleShot(20_000, application.quit)
            application.exec()
        finally:
            portal.kill()


if __name__ == "__main__":
    {"serve": serve, "watch": watch}[sys.argv[1]](*sys.argv[2:])
