// What Lighthouse makes of three pages, served on this machine, compressed as servers do: node lighthouse.mjs FOLDER CHROMIUM
// [PAGE...]
//
// At least 98 of 100 for performance, accessibility, best practices and search engines. Of up to three runs the best counts. It
// is not a test of the suite: it takes a minute or more, and what it says of performance depends on what else the machine does.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { executablePath, flags, folder, chosen } from "./chromium.mjs";

const wanted = 98;
const categories = ["performance", "accessibility", "best-practices", "seo"];
const pages = chosen.length > 0 ? chosen : ["index.html", "03-first-programs.html", "01-the-cuda-model.swap-halves.html"];
const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript" };

async function serve(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  if (pathname === "/favicon.ico") {
    response.writeHead(204).end();
    return;
  }
  try {
    const text = await readFile(join(folder, pathname));
    response.writeHead(200, { "Content-Type": types[extname(pathname)] ?? "text/plain", "Content-Encoding": "gzip" }).end(gzipSync(text));
  } catch {
    response.writeHead(404).end();
  }
}

async function scores(address, port) {
  const { lhr } = await lighthouse(address, { port, output: "json", logLevel: "error", onlyCategories: categories });
  return {
    of: Object.fromEntries(categories.map((name) => [name, Math.round(lhr.categories[name].score * 100)])),
    faults: Object.values(lhr.audits).filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9
      && ["binary", "numeric", "metricSavings"].includes(scoreDisplayMode)).map(({ title }) => title),
  };
}

const server = createServer(serve);
await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
const debugging = 9222 + process.pid % 1000;
const browser = await chromium.launch({ executablePath, args: [...flags, `--remote-debugging-port=${debugging}`] });
let failed = false;
try {
  for (const page of pages) {
    const best = {};
    let faults = [];
    for (let run = 0; run < 3 && !categories.every((name) => best[name] >= wanted); ++run) {
      const seen = await scores(`http://127.0.0.1:${server.address().port}/${page}`, debugging);
      for (const name of categories) best[name] = Math.max(best[name] ?? 0, seen.of[name]);
      faults = seen.faults;
    }
    const good = categories.every((name) => best[name] >= wanted);
    failed ||= !good;
    console.log(`${page}: ${categories.map((name) => `${name} ${best[name]}`).join(", ")}${good ? "" : `; ${faults.join("; ")}`}`);
  }
} finally {
  await browser.close();
  server.close();
}
process.exit(failed ? 1 : 0);
