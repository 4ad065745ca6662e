"""The board on paper, with a preview."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import QWidget

from app.presentation.order_rows import order_sheet
from app.qt.board.picture_content import parts
from app.qt.map.export import page_layout, paint_page
from app.qt.widgets.dialogs import run_dialog
from app.session.errors import CommandError
from app.session.services import PictureRequest
from app.session.view_options import PageSize
from languages import tr


def print_picture(parent: QWidget, request: PictureRequest, *, preview: bool) -> None:
    """Show what would be printed, or ask for a printer and print.

    Raises:
        CommandError: the printer takes no page.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(request.game.name)
    if request.view.page_size is not PageSize.SYSTEM:
        printer.setPageSize(page_layout(request.view.page_size).pageSize())
    if preview:
        dialog = QPrintPreviewDialog(printer, parent)
        dialog.resize(900, 720)
        dialog.paintRequested.connect(lambda target: paint(target, request))
        run_dialog(dialog)
    elif run_dialog(QPrintDialog(printer, parent)):
        paint(printer, request)


def paint(printer: QPrinter, request: PictureRequest) -> None:
    """The board on *printer*, with everybody's orders or results.

    Raises:
        CommandError: it takes none.
    """
    drawn, picture, caption = parts(request)
    painter = QPainter()
    if not painter.begin(printer):
        raise CommandError(tr("The printer takes no page; choose another one, or export a PDF."))
    try:
        paint_page(painter, printer, drawn.board, picture, caption, order_sheet(request.game, request.cursor))
    finally:
        painter.end()
