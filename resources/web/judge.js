// A page of the judge: says when what it shows has changed, and shows it where nothing was filled in yet.
"use strict";
(() => {
  const { version, where } = document.body.dataset;
  if (!version) return;
  let touched = false;
  addEventListener("input", () => { touched = true; });
  setInterval(() => {
    fetch(where).then((answer) => (answer.ok ? answer.text() : version)).then((text) => {
      if (text === version) return;
      if (touched) document.getElementById("changed").hidden = false; else location.reload();
    }).catch(() => {});
  }, 10000);
})();
