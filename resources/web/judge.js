// A page of the judge: says when what it shows has changed, and shows it where nothing was filled in yet.
"use strict";
(() => {
  const { version, where, socket } = document.body.dataset;
  if (!version) return;
  let touched = false, wait = 500;
  addEventListener("input", () => { touched = true; });
  function changed(now) {
    if (!now || now === version) return;
    if (touched) document.getElementById("changed").hidden = false; else location.reload();
  }
  function connect() {
    const here = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${socket}`);
    here.onmessage = (event) => { wait = 500; changed(JSON.parse(event.data).version); };
    here.onclose = () => {
      setTimeout(connect, wait + Math.random() * 200);
      wait = Math.min(wait * 2, 20000);
      fetch(where).then((answer) => (answer.ok ? answer.text() : "")).then(changed).catch(() => {});
    };
  }
  connect();
})();
