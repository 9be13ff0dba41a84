// What the tests in a browser share: script FOLDER CHROMIUM [PAGE...] opens pages as a reader would, each in a fresh, empty
// profile. What they log and what they ask for from outside their folder are problems. A profile takes Chromium four times as long as a
// page, so a test that needs a page several times has it opened `again` in the same one.
import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const [folder, executablePath, ...chosen] = process.argv.slice(2);
export const names = chosen.length > 0 ? chosen : readdirSync(folder).filter((name) => name.endsWith(".html")).sort();
export const problems = [];

export const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

export const addressOf = (name) => pathToFileURL(resolve(join(folder, name))).href;

export async function open(browser, name, options, where) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(120_000);  // a machine that is busy takes its time
  const page = await context.newPage();
  const problem = (what) => problems.push(`${name}, ${where}: ${what}`);
  page.on("console", (message) => problem(`the console says "${message.text()}"`));
  page.on("pageerror", (error) => problem(`the script fails: ${error.message}`));
  page.on("requestfailed", (request) => problem(`${basename(request.url())} cannot be loaded`));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) problem(`it asks for ${request.url()}`);
  });
  const again = async (now) => {
    where = now;
    await page.goto(addressOf(name));
  };
  await again(where);
  return { context, page, problem, again };
}

// From here on, no script of the page runs.
export async function disableScripts(context, page) {
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setScriptExecutionDisabled", { value: true });
}

// Calls `check(browser, name)` for every page, two pages at a time unless told otherwise, and ends the process with what was found.
export async function run(praise, check, pages = names, atATime = 2) {
  const browser = await chromium.launch({ executablePath, args: flags });
  const waiting = [...pages];
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await check(browser, name);
  };
  try {
    await Promise.all(Array.from({ length: atATime }, work));
  } finally {
    await browser.close();
  }
  console.log(problems.length > 0 ? problems.join("\n") : `${pages.length} ${praise}`);
  process.exit(problems.length > 0 || pages.length === 0 ? 1 : 0);
}
