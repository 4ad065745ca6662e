// The public page: what is sent is put in its place; nothing is asked for.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const language = document.documentElement.lang;
  const state = {};
  let svg = null, wait = 300, until = 0, running = false;
  const provinces = new Map();
  fetch(`/board/${language}.svg`).then((answer) => answer.text()).then((text) => {
    svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    $("canvas").replaceChildren(svg);
    svg.style.setProperty("--inv", 1);
    for (const each of svg.querySelectorAll("[data-p]")) provinces.set(each.dataset.p, each);
    paint(state);
  });
  function paint(parts) {
    if (!svg || !state.fill) return;
    if ("fill" in parts) for (const [code, path] of provinces) {
      const owner = state.fill[code];
      path.setAttribute("class", path.getAttribute("class").replace(/ ?\bo\d+\b/, "") + (owner === undefined ? "" : ` o${owner}`));
    }
    if ("fog" in parts) for (const [code, path] of provinces) path.classList.toggle("fogged", state.fog.includes(code));
    if ("layer" in parts) svg.querySelector("#layer").innerHTML = state.layer;
  }
  function connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/stage?l=${language}`);
    socket.onopen = () => { wait = 300; $("line").hidden = true; };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.closed) { $("line").textContent = message.closed; $("line").hidden = false; }
      if (!message.parts) return;
      Object.assign(state, message.parts);
      if ("side" in message.parts) $("side").innerHTML = state.side;
      if ("clock" in message.parts) { running = state.clock.running; until = performance.now() + (state.clock.left || 0) * 1000; }
      paint(message.parts);
      clock();
    };
    socket.onclose = () => {
      $("line").textContent = document.body.dataset.lost; $("line").hidden = false;
      setTimeout(connect, wait + Math.random() * 300); wait = Math.min(wait * 1.6, 4000);
    };
  }
  function clock() {
    const shown = document.querySelector(".bigclock");
    if (!shown || !running) return;
    const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    const hours = Math.floor(left / 3600), minutes = Math.floor((left % 3600) / 60), seconds = String(left % 60).padStart(2, "0");
    shown.textContent = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
    shown.classList.toggle("late", left <= 60);
  }
  setInterval(clock, 500);
  connect();
})();
