// The page of a seat: an encrypted connection, parts put in their places, and fingers on the board.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const words = document.body.dataset;
  const isMailed = !!words.forms; // a seat of a judge: its cookie opens it, and there is no seal
  const KEPT = isMailed ? `entente-seat ${words.socket}` : "entente-seat";
  const language = document.documentElement.lang;

  // --- what this phone keeps ---

  const read = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { return {}; } };
  let memory = read();
  const keep = (changes) => {
    memory = { ...memory, ...changes };
    try { localStorage.setItem(KEPT, JSON.stringify(memory)); } catch { /* a private window: kept until it is closed */ }
  };
  const fragment = location.hash.slice(1).split(".");
  const invitation = { kind: fragment[0], value: fragment[1] || "", key: fragment[2] || "" };
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  const wished = memory.language;
  if (!isMailed && wished && wished !== language && [...$("language").options].some((each) => each.value === wished)) {
    location.replace(`/?l=${encodeURIComponent(wished)}${fragment[0] ? "#" + fragment.join(".") : ""}`);
    return;
  }
  const pageKey = document.querySelector("meta[name=server-key]").content;
  if (invitation.key) keep({ key: invitation.key });
  let taking = invitation.kind === "take" ? invitation.value : "";
  if (taking) keep({ power: "", token: "" });

  // --- the connection: see app/web/channel.py ---

  const b64 = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const unb64 = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const joined = (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, each) => sum + each.length, 0));
    let at = 0;
    for (const each of parts) { all.set(each, at); at += each.length; }
    return all;
  };
  const nonce = (number) => { const made = new Uint8Array(12); new DataView(made.buffer).setBigUint64(0, BigInt(number), true); return made; };
  let socket = null, sealing = null, wait = 300, timer = 0, isGone = false, offset = 0, heard = 0;

  function connect() {
    clearTimeout(timer);
    if (isGone) return;
    if (socket) { socket.onclose = null; socket.close(); }
    const here = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${words.socket}?l=${language}`);
    here.binaryType = "arraybuffer";
    const own = noble.x25519.utils.randomPrivateKey(), offered = noble.x25519.getPublicKey(own);
    const server = unb64(memory.key || pageKey);
    let opening = null, sent = 0, received = 0;
    sealing = null;
    here.onopen = () => here.send(JSON.stringify({ e: b64(offered) }));
    here.onmessage = (event) => {
      heard = Date.now();
      try {
        if (opening === null) {
          const theirs = unb64(JSON.parse(event.data).n);
          const agreed = joined(noble.x25519.getSharedSecret(own, server), noble.x25519.getSharedSecret(own, theirs));
          const both = noble.hkdf(noble.sha256, agreed, joined(offered, theirs, server), new TextEncoder().encode("entente phone channel 1"), 64);
          opening = both.slice(32);
          const up = both.slice(0, 32);
          sealing = (message) => {
            const text = new TextEncoder().encode(JSON.stringify(message));
            const filled = joined(text, new Uint8Array((64 - (text.length % 64)) % 64).fill(32));
            here.send(noble.chacha20poly1305(up, nonce(sent++)).encrypt(filled));
          };
          wait = 300;
          begin();
          return;
        }
        const text = noble.chacha20poly1305(opening, nonce(received++)).decrypt(new Uint8Array(event.data));
        take(JSON.parse(new TextDecoder().decode(text)));
      } catch (error) { console.error(error); here.close(); }
    };
    here.onclose = () => {
      sealing = null;
      if (isGone) return;
      line(words.lost);
      timer = setTimeout(connect, wait + Math.random() * 200);
      wait = Math.min(wait * 1.6, 800); // a phone is back within two seconds
    };
  }
  // Returns whether it went. Without a connection nothing is done in silence: what is only looked at is shown later, the rest is refused.
  const LOOKS = ["panel", "legal", "past", "now"], SILENT = ["ping", "complete", "draft", "esc"];
  let later = null;
  function say(message) {
    if (sealing) { sealing(message); return true; }
    if (LOOKS.includes(message.do)) later = message; else if (!SILENT.includes(message.do)) line(words.undone);
    return false;
  }
  const line = (text) => { $("line").textContent = text; $("line").hidden = !text; };
  function begin() {
    if (taking) say({ do: "take", code: taking });
    else if (memory.token) say({ do: "sit", power: memory.power, token: memory.token });
    else line("");
  }
  addEventListener("online", () => { if (!sealing) { wait = 300; connect(); } });
  addEventListener("offline", () => { // what is said to a network that is gone would be lost in silence
    const lose = socket && socket.onclose;
    if (lose) { socket.onclose = null; socket.close(); lose(); }
  });
  for (const name of ["pageshow", "focus"]) addEventListener(name, () => { if (!sealing && (!socket || socket.readyState > 1)) { wait = 300; connect(); } });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") { keepDraft(); return; }
    if (!sealing || Date.now() - heard > 45000) { wait = 300; connect(); } else say({ do: "ping" });
  });

  function take(message) {
    if (typeof message.t === "number") offset = performance.now() / 1000 - message.t;
    if (message.gone) {
      isGone = true; keep({ power: "", token: "" });
      $("table").hidden = true; line("");
      document.body.classList.remove("seated");
      const card = document.createElement("div"), title = document.createElement("h1"), again = document.createElement("button");
      card.className = "card"; title.textContent = message.gone;
      again.type = "button"; again.textContent = words.again; again.className = "main"; again.onclick = () => location.reload();
      card.append(title, again);
      $("lobby").replaceChildren(card); $("lobby").hidden = false;
      return;
    }
    if (message.closed) line(message.closed);
    if (message.reload) location.reload();
    if (message.refused) {
      taking = "";
      if (message.forget) keep({ power: "", token: "" });
      if ($("refused")) $("refused").textContent = message.refused; else line(message.refused);
      if (message.forget) line(message.refused);
    }
    if (message.seat) {
      if (document.body.classList.contains("seated")) lookAgain();
      taking = "";
      keep({ power: message.seat, ...(message.token ? { token: message.token, key: memory.key || pageKey } : {}) });
      $("lobby").hidden = true; $("table").hidden = false; line("");
      document.body.classList.add("seated");
    }
    if (message.parts) { Object.assign(arrived, message.parts); if (!pressed) putInPlace(); }
  }
  // A page that comes back shows what was open there, with what was typed since.
  function lookAgain() {
    const [name, p] = ((board.mode || {}).panel || "").split(" "), isOpen = !$("panel").hidden;
    if (isOpen) keepDraft();
    const open = name === "legal" ? { do: "legal", p } : name === "results" && board.mode.past !== null ? { do: "past", index: board.mode.past } : { do: "panel", name };
    const wanted = later || (isOpen ? open : null);
    later = null;
    if (wanted) { isReopening = isOpen; say(wanted); } // a panel that was closed meanwhile is closed here already
  }

  // --- parts: what comes while a finger is down is shown when it is lifted, so that nothing moves away under it ---

  let arrived = {}, pressed = 0, isReopening = false;
  function release() { clearTimeout(pressed); pressed = 0; putInPlace(); }
  function putInPlace() {
    const parts = arrived;
    arrived = {};
    if (isReopening && "panel" in parts) { if (parts.panel) isReopening = false; else delete parts.panel; }
    if (Object.keys(parts).length) show(parts);
  }
  addEventListener("pointerdown", () => { clearTimeout(pressed); pressed = setTimeout(release, 3000); }, true);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { if (pressed) { clearTimeout(pressed); pressed = setTimeout(release, 60); } }, true);
  addEventListener("click", () => { if (pressed) setTimeout(release, 0); }, true);

  const names = ["head", "sheet", "prompt", "panel"];
  function show(parts) {
    known = null;
    if ("lobby" in parts && !document.body.classList.contains("seated") && !(memory.token && !$("lobby").childElementCount)) {
      put($("lobby"), parts.lobby);
      $("lobby").hidden = false;
      if (invitation.kind === "join" && $("word") && !$("word").value) $("word").value = invitation.value;
    } else if ("lobby" in parts) $("lobby").dataset.waiting = parts.lobby;
    if ("panel" in parts && !$("panel").hidden) keepDraft();
    for (const name of names) if (name in parts) put($(name), parts[name]);
    if (("proposals" in parts || "sheet" in parts) && $("proposals")) $("proposals").innerHTML = parts.proposals || (board.proposals && !("proposals" in parts) ? board.proposals : "");
    if ("panel" in parts) openPanel(parts.panel !== "");
    Object.assign(board, parts);
    if (parts.mode) document.body.dataset.own = parts.mode.own;
    paint(parts);
    clock();
  }
  const bare = new WeakMap(); // what stands in an element, without what a person types there
  function put(element, html) {
    const made = document.createElement("template");
    made.innerHTML = html;
    const fields = new Map([...made.content.querySelectorAll("textarea")].map((each) => [each.id, each.textContent]));
    for (const each of made.content.querySelectorAll("textarea")) each.textContent = "";
    for (const each of made.content.querySelectorAll("input[checked]")) each.removeAttribute("checked");
    const isTheSame = fields.size && bare.get(element) === made.innerHTML;
    bare.set(element, made.innerHTML);
    if (isTheSame) { for (const [id, text] of fields) $(id).defaultValue = text; return; } // who types there is not disturbed
    const values = new Map(), active = document.activeElement;
    const focused = active && element.contains(active) ? active.id || active.dataset.do && `[data-do="${active.dataset.do}"]` : "";
    for (const each of element.querySelectorAll("input[id],textarea[id],select[id]"))
      if (each.localName !== "textarea" || each.value !== each.defaultValue) values.set(each.id, each.type === "checkbox" ? each.checked : each.value);
    const at = active && element.contains(active) && active.selectionStart;
    const scroll = element.querySelector(".scroll"), top = scroll ? scroll.scrollTop : 0;
    const title = element.querySelector("h2") && element.querySelector("h2").textContent;
    element.innerHTML = html;
    const isSame = title !== null && element.querySelector("h2") && element.querySelector("h2").textContent === title;
    if (!isSame && title !== null && html) shifted = performance.now();
    for (const [id, value] of values) {
      const each = $(id);
      if (!each || !element.contains(each)) continue;
      if (each.type === "checkbox") each.checked = value; else if (value !== "" || each.localName === "textarea") each.value = value;
    }
    const now = element.querySelector(".scroll");
    if (now) now.scrollTop = isSame && !now.dataset.end ? top : now.dataset.end ? now.scrollHeight : 0;
    if (focused) { const there = focused[0] === "[" ? element.querySelector(focused) : $(focused); if (there) { there.focus({ preventScroll: true }); if (typeof at === "number") there.setSelectionRange(at, at); } }
    ready();
  }
  let before = null;
  function openPanel(isOpen) {
    const panel = $("panel"), select = $("language-here");
    if (select && !select.childElementCount) {
      const copy = $("foot").firstElementChild.cloneNode(true);
      copy.querySelector("select").id = "language-too"; copy.querySelector("select").value = $("language").value;
      select.append(copy);
    }
    if (isOpen && panel.hidden) {
      before = document.activeElement; panel.hidden = false;
      const title = $("panel-title");
      if (title) title.focus({ preventScroll: true });
    } else if (!isOpen && !panel.hidden) {
      panel.hidden = true;
      if (before && before.isConnected) before.focus({ preventScroll: true });
    }
  }
  function clock() {
    const shown = document.querySelector(".time");
    if (!shown || shown.dataset.running !== "1") return;
    if (!shown.dataset.until) shown.dataset.until = performance.now() + Number(shown.dataset.left) * 1000;
    const left = Math.max(0, Math.ceil((Number(shown.dataset.until) - performance.now()) / 1000));
    const hours = Math.floor(left / 3600), minutes = Math.floor((left % 3600) / 60), seconds = String(left % 60).padStart(2, "0");
    shown.textContent = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
    shown.classList.toggle("late", left <= 60);
  }
  setInterval(clock, 500);

  // --- buttons and forms: nothing of weight is done by a finger that was on its way to something else when the page changed ---

  const STEADY = ["seal", "back", "vote", "waive", "agree", "shownow", "want", "word", "answer"];
  let shifted = 0;

  document.addEventListener("click", (event) => {
    const zoom = event.target.closest("[data-zoom]");
    if (zoom) { zoomBy(zoom.dataset.zoom); return; }
    const button = event.target.closest("[data-do]");
    if (!button || (STEADY.includes(button.dataset.do) && performance.now() - shifted < 400)) return;
    const { do: what, name, p, o, i, line: number, choice, index } = button.dataset;
    const message = { do: what };
    if (name !== undefined) message.name = name;
    if (p !== undefined) message.p = p;
    if (o !== undefined) message.o = o;
    if (choice !== undefined) message.choice = choice;
    if (i !== undefined) message.i = Number(i);
    if (index !== undefined) message.index = Number(index);
    if (number !== undefined) { message.line = Number(number); message.text = ""; }
    if (what === "word") message.text = name;
    if (what === "panel") { if (!$("panel").hidden) keepDraft(); if (!name) openPanel(false); } // closing waits for no network
    if (what === "want" && $("typed") && sealing) $("typed").value = "";
    if (button.dataset.ask) ask(button.dataset.ask, words.on, words.sure, () => say(message)); else say(message);
  });
  function ask(question, no, yes, then) {
    $("ask-words").textContent = question; $("ask-no").textContent = no; $("ask-yes").textContent = yes;
    $("ask-no").onclick = () => $("ask").close();
    $("ask-yes").onclick = () => { $("ask").close(); then(); };
    $("ask").showModal();
  }
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target, data = new FormData(form);
    const text = String(data.get("text") || "");
    switch (form.dataset.form) {
      case "join":
        say({ do: "join", word: String(data.get("word")), name: String(data.get("name")), power: String(data.get("power")) });
        break;
      case "write":
        clearTimeout(typing);
        if (text.trim() && say({ do: "write", text })) form.reset();
        break;
      case "send":
        if (!say({ do: "send", text, to: data.getAll("to"), all: data.get("all") !== null })) break;
        form.querySelectorAll("input").forEach((each) => { each.checked = false; });
        $("letter").value = "";
        ready();
        break;
      case "notes":
        say({ do: "notes", text });
        break;
      case "words":
        if (text.trim() && say({ do: "word", text })) form.reset();
        break;
    }
  });
  function ready() {
    const form = document.querySelector("[data-form=send]");
    if (!form) return;
    const chosen = form.querySelector("input:checked");
    form.querySelector("button[type=submit]").disabled = !chosen || !$("letter").value.trim();
  }
  let drafting = 0, typing = 0;
  function keepDraft() {
    clearTimeout(drafting);
    const form = document.querySelector("[data-form=send]");
    if (form && $("letter")) {
      const data = new FormData(form), letter = $("letter");
      if (letter.value !== letter.defaultValue || (letter.value.trim() && board.readers !== String(data.getAll("to")))) {
        board.readers = String(data.getAll("to"));
        say({ do: "draft", text: letter.value, to: data.getAll("to"), all: data.get("all") !== null });
      }
    }
    const notes = $("notes");
    if (notes && notes.value !== notes.defaultValue) say({ do: "notes", text: notes.value });
  }
  document.addEventListener("input", (event) => {
    if (event.target.id === "language" || event.target.closest("#language-here")) {
      keep({ language: event.target.value });
      if (isMailed) { say({ do: "word", text: `SET LANGUAGE ${event.target.value}` }); return; }
      location.replace(`/?l=${encodeURIComponent(event.target.value)}`);
      return;
    }
    if (event.target.name === "all" && event.target.checked) event.target.form.querySelectorAll("[name=to]").forEach((each) => { each.checked = false; });
    if (event.target.name === "to" && event.target.checked) $("to-all").checked = false;
    if (event.target.id === "typed") { clearTimeout(typing); typing = setTimeout(() => { if ($("typed")) say({ do: "complete", text: $("typed").value }); }, 120); return; }
    ready();
    if (event.target.closest("[data-form=send],[data-form=notes]")) { clearTimeout(drafting); drafting = setTimeout(keepDraft, 1500); }
  });
  const held = (isShown) => {
    const list = document.querySelector(".held"), button = document.querySelector(".hold");
    if (list) { list.hidden = !isShown; button.setAttribute("aria-expanded", String(isShown)); }
  };
  document.addEventListener("pointerdown", (event) => { if (event.target.closest(".hold")) held(true); });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => held(false));
  document.addEventListener("keydown", (event) => {
    if (event.target.closest && event.target.closest(".hold") && (event.key === " " || event.key === "Enter")) { held(document.querySelector(".held").hidden); event.preventDefault(); }
    if (event.key === "Escape" && !$("ask").open) { if ($("panel").hidden) say({ do: "esc" }); else document.querySelector("#panel .close").click(); }
  });

  // --- the board ---

  const board = {};
  const canvas = $("canvas");
  let svg = null, width = 1, height = 1, view = { x: 0, y: 0, k: 0 };
  const provinces = new Map();
  const loadBoard = () => fetch(`${words.ground}${language}.svg`).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status))).then((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    svg = document.importNode(parsed, true);
    [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    canvas.replaceChildren(svg);
    for (const each of svg.querySelectorAll("[data-p]")) provinces.set(each.dataset.p, each);
    paint(board);
  }).catch((status) => {
    if (status === 413) { canvas.textContent = words.large; canvas.className = "large"; } else setTimeout(loadBoard, 2000);
  });
  loadBoard();
  function paint(parts) {
    if (!svg || !board.fill) return;
    if ("fill" in parts) for (const [code, path] of provinces) {
      const owner = board.fill[code];
      path.setAttribute("class", (path.getAttribute("class").replace(/ ?\bo\d+\b/, "")) + (owner === undefined ? "" : ` o${owner}`));
    }
    if ("fog" in parts) for (const [code, path] of provinces) path.classList.toggle("fogged", board.fog.includes(code));
    if ("layer" in parts) svg.querySelector("#layer").innerHTML = board.layer;
    if ("glow" in parts || "fill" in parts) glow();
    if (!view.k) home();
  }
  function glow() {
    const found = board.glow || {}, glowing = svg.querySelector("#glow"), dots = svg.querySelector("#dots");
    glowing.replaceChildren(); dots.replaceChildren();
    const picked = found.grounds || found.units;
    svg.classList.toggle("picking", !!picked);
    if (!picked) {
      for (const code of found.waiting || []) if (found.own && found.own[code]) dots.append(circle(found.own[code], "waiting"));
      return;
    }
    const veil = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    veil.setAttribute("class", "veil"); veil.setAttribute("width", width); veil.setAttribute("height", height);
    glowing.append(veil);
    for (const code of [...Object.keys(found.grounds), ...Object.keys(found.units), found.picked]) {
      const path = provinces.get(code);
      if (!path) continue;
      const copy = path.cloneNode();
      copy.removeAttribute("data-p"); copy.classList.add(code in found.grounds ? "glowing" : "bright");
      glowing.append(copy);
    }
    for (const place of Object.values(found.units)) dots.append(circle(place, "help"));
    for (const [code, place] of Object.entries(found.grounds)) if (!(code in found.units)) { dots.append(circle(place, "dot")); dots.append(circle(place, "pip")); }
    const unit = found.picked && [...svg.querySelectorAll(`#layer [data-u]`)].find((each) => each.dataset.u === found.picked);
    if (unit) { const at = unit.getAttribute("transform").match(/translate\(([-\d.]+) ([-\d.]+)\)/); dots.append(circle([Number(at[1]), Number(at[2])], "picked")); }
  }
  function circle([x, y], kind) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    made.setAttribute("cx", x); made.setAttribute("cy", y); made.setAttribute("class", kind);
    return made;
  }

  // Where it is seen: only the transform changes while a finger moves. The board is a layer of its own that is as large as it is seen at rest:
  // so it is painted with as many pixels as are shown, and fingers move and stretch what was painted. Lifted fingers have it painted anew.

  let known = null, painted = 1, settling = 0;
  const box = () => known || (known = canvas.getBoundingClientRect());
  const least = () => { const b = box(); return Math.min(b.width / width, b.height / height); };
  function place() {
    const b = box(), w = width * view.k, h = height * view.k;
    view.x = w < b.width ? (b.width - w) / 2 : Math.min(0, Math.max(b.width - w, view.x));
    view.y = h < b.height ? (b.height - h) / 2 : Math.min(0, Math.max(b.height - h, view.y));
    if (svg) svg.style.transform = `translate(${view.x}px,${view.y}px) scale(${view.k / painted})`;
  }
  function settle() {
    clearTimeout(settling);
    if (!svg || !view.k || fingers.size || (painted === view.k && svg.style.width)) return;
    painted = view.k;
    svg.style.width = `${width * painted}px`; svg.style.height = `${height * painted}px`;
    for (const id of ["glow", "dots"]) svg.querySelector(`#${id}`).style.setProperty("--inv", 1 / painted);
    place();
  }
  const soon = () => { clearTimeout(settling); settling = setTimeout(settle, 120); }; // a finger that comes back at once finds the page free
  function fit([left, top, right, bottom], margin) {
    const b = box();
    if (!b.width) return;
    const w = (right - left) * (1 + margin), h = (bottom - top) * (1 + margin);
    view.k = Math.max(least(), Math.min(3, Math.min(b.width / w, b.height / h)));
    view.x = b.width / 2 - ((left + right) / 2) * view.k; view.y = b.height / 2 - ((top + bottom) / 2) * view.k;
    place(); settle();
  }
  // My country, and never so little of the board that its neighbours are out of sight.
  function home() {
    if (!board.home) { fit([0, 0, width, height], 0); return; }
    const [left, top, right, bottom] = board.home, x = (left + right) / 2, y = (top + bottom) / 2;
    const w = Math.max(right - left, width * 0.22) / 2, h = Math.max(bottom - top, height * 0.22) / 2;
    fit([x - w, y - h, x + w, y + h], 0.5);
  }
  function zoomAt(x, y, factor) {
    const k = Math.max(least(), Math.min(6, view.k * factor));
    view.x = x - ((x - view.x) / view.k) * k; view.y = y - ((y - view.y) / view.k) * k; view.k = k;
    place();
  }
  function zoomBy(what) {
    const b = box();
    if (what === "fit") { if (view.k > least() * 1.02) fit([0, 0, width, height], 0); else home(); return; }
    zoomAt(b.width / 2, b.height / 2, what === "in" ? 1.5 : 1 / 1.5); settle();
  }
  addEventListener("resize", () => { known = null; if (svg && view.k) { view.k = Math.max(view.k, least()); place(); settle(); } });

  const fingers = new Map();
  let start = null, pinch = null, press = 0, last = { time: 0, x: 0, y: 0 }, waiting = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (!fingers.size) known = null;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(press);
    if (fingers.size === 1) {
      start = { x: event.clientX, y: event.clientY, viewX: view.x, viewY: view.y, moved: false };
      const begun = start; // a finger that was lifted meanwhile is heard first
      press = setTimeout(() => requestAnimationFrame(() => { if (start === begun && !begun.moved) { start = null; longPress(begun.x, begun.y); } }), 600);
    } else if (fingers.size === 2) { start = null; pinch = span(); }
  });
  function span() {
    const [a, b] = [...fingers.values()], corner = box();
    return { d: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2 - corner.left, y: (a.y + b.y) / 2 - corner.top };
  }
  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2 && pinch) {
      const now = span();
      view.x += now.x - pinch.x; view.y += now.y - pinch.y;
      zoomAt(now.x, now.y, now.d / Math.max(pinch.d, 1)); pinch = now;
    } else if (start) {
      const dx = event.clientX - start.x, dy = event.clientY - start.y;
      if (!start.moved && Math.hypot(dx, dy) < 9) return;
      start.moved = true; clearTimeout(press);
      view.x = start.viewX + dx; view.y = start.viewY + dy; place();
    }
  });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => {
    fingers.delete(event.pointerId); clearTimeout(press);
    if (fingers.size < 2) pinch = null;
    const at = start; start = null;
    if (!fingers.size) soon();
    if (name === "pointerup" && at && !at.moved) tap(event.clientX, event.clientY);
  });
  canvas.addEventListener("lostpointercapture", (event) => fingers.delete(event.pointerId));
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); const b = box(); zoomAt(event.clientX - b.left, event.clientY - b.top, Math.exp(-event.deltaY / 400)); soon(); }, { passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  const REACH = 23; // half of what a finger needs
  function under(x, y) {
    const there = document.elementsFromPoint(x, y);
    const unit = there.map((each) => each.closest && each.closest("[data-u]")).find(Boolean);
    const ground = there.find((each) => each.dataset && each.dataset.p);
    return { unit: unit ? unit.dataset.u : "", driven: !!(unit && unit.dataset.x), province: unit ? unit.dataset.u : ground ? ground.dataset.p : "" };
  }
  function near(places, x, y) {
    const b = box();
    return Object.entries(places || {}).map(([code, [px, py]]) => [code, Math.hypot(px * view.k + view.x + b.left - x, py * view.k + view.y + b.top - y)])
      .filter(([, d]) => d <= REACH).sort((a, c) => a[1] - c[1]);
  }
  function tap(x, y) {
    $("which") && $("which").remove();
    const found = board.glow || {}, here = under(x, y), now = performance.now();
    const isPicking = !!(found.grounds || found.units);
    const targets = isPicking ? { ...found.units, ...found.grounds } : found.own || {};
    const close = near(targets, x, y).map(([code, d]) => ({ code, d }));
    const candidates = new Set(close.map((each) => each.code));
    if (here.province in targets || here.province === found.picked) candidates.add(here.province);
    if (close.length && close[0].d < 11 && (close.length < 2 || close[1].d > close[0].d + 9)) { candidates.clear(); candidates.add(close[0].code); }
    if (candidates.size === 1) {
      const [code] = candidates;
      clearTimeout(waiting);
      send(code, here, found, isPicking);
    } else if (candidates.size > 1) {
      which([...candidates], (code) => send(code, here, found, isPicking), x, y);
    } else if (now - last.time < 320 && Math.hypot(x - last.x, y - last.y) < 30) {
      clearTimeout(waiting);
      const b = box(); zoomAt(x - b.left, y - b.top, 2); settle();
    } else {
      clearTimeout(waiting);
      waiting = setTimeout(() => { if (here.province) say({ do: "touch", p: here.province, u: !!here.unit, x: here.driven }); }, 330);
    }
    last = { time: now, x, y };
  }
  function send(code, here, found, isPicking) {
    const helps = isPicking && found.units && code in found.units && !(found.grounds && code in found.grounds);
    const isUnit = here.unit === code || helps || code === found.picked || (!isPicking && !!svg.querySelector(`#layer [data-u="${CSS.escape(code)}"]`));
    const driven = here.unit === code ? here.driven : !!svg.querySelector(`#layer [data-u="${CSS.escape(code)}"][data-x]`) && !isPicking;
    say({ do: "touch", p: code, u: isUnit, x: driven });
  }
  function which(codes, then, x, y) {
    const made = document.createElement("div");
    made.id = "which"; made.setAttribute("role", "group"); made.setAttribute("aria-label", words.which);
    const title = document.createElement("p"); title.textContent = words.which; made.append(title);
    for (const code of codes) {
      const button = document.createElement("button");
      button.type = "button"; button.textContent = provinces.get(code) ? provinces.get(code).dataset.n : code;
      button.onclick = () => { made.remove(); then(code); };
      made.append(button);
    }
    $("map").append(made);
    const b = $("map").getBoundingClientRect();
    made.style.left = `${Math.max(8, Math.min(x - b.left - made.offsetWidth / 2, b.width - made.offsetWidth - 8))}px`;
    made.style.top = `${Math.max(8, Math.min(y - b.top + 26, b.height - made.offsetHeight - 8))}px`;
  }
  function longPress(x, y) {
    const found = board.glow || {}, here = under(x, y), close = near(found.own, x, y);
    const code = close.length ? close[0][0] : here.province;
    if (navigator.vibrate) navigator.vibrate(15);
    release();
    if (code) say({ do: "legal", p: code });
  }

  if (!("noble" in window) || !window.WebSocket) { line(words.old); return; }
  connect();
})();
