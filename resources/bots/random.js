// A bot in JavaScript that plays any legal order, by lot: node random.js. Give it away, change it: it is yours.
const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const said = JSON.parse(line);
  if (said.type !== "turn") return;
  let orders = Object.values(said.legal ?? {}).map((each) => each[Math.floor(Math.random() * each.length)]);
  if (said.kind === "adjustment") orders = orders.slice(0, Math.abs(said.due ?? 0)); // no more than are due
  console.log(JSON.stringify({ type: "orders", phase: said.phase, orders }));
});
