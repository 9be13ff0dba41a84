// How soon a page can be read: node loading.mjs FOLDER CHROMIUM [PAGE...]
//
// Every page is on screen and usable within a second, and its layout does not shift. The second is meant for the usual machine;
// how fast this one is, a page of known size says first. A machine that is busy with something else says nothing about the
// page, so the best of a few tries counts, and pages are loaded one at a time, as a reader would.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { addressOf, names, problems, run } from "./chromium.mjs";

const soon = 1000;  // milliseconds, on the usual machine
const usual = 150;  // milliseconds until the page of known size is usable there; two cores of a server took 140
const tries = 5;

// How far the layout shifts, and when there is text on the screen and all scripts have run.
async function load(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address, { waitUntil: "load" });
  const seen = await page.evaluate(async () => {
    await new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 100)); });
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    const [{ loadEventEnd }] = performance.getEntriesByType("navigation");
    return { shifted: window.shifted, painted: painted?.startTime ?? Infinity, usable: loadEventEnd };
  });
  await context.close();
  return seen;
}

// How many times as long as the usual machine this one takes over a page of as many elements as a long chapter has.
async function slowness(browser) {
  const place = mkdtempSync(join(tmpdir(), "known-size-"));
  const file = join(place, "page.html");
  const paragraph = `<p>${"<span>some words of a page</span> and <code>some code</code> ".repeat(8)}</p>`;
  writeFileSync(file, `<!DOCTYPE html><title>A page of known size</title>${paragraph.repeat(500)}`);
  let least = Infinity;
  for (let left = tries; left > 0; --left) least = Math.min(least, (await load(browser, pathToFileURL(file).href)).usable);
  rmSync(place, { recursive: true });
  return Math.max(1, least / usual);
}

let limit;

await run("pages are soon on screen and stay as they are", async (browser, name) => {
  limit ??= soon * await slowness(browser);
  let seen;
  for (let left = tries; left > 0; --left) {
    seen = await load(browser, addressOf(name));
    if (seen.shifted === 0 && Math.max(seen.painted, seen.usable) <= limit) return;
  }
  const [painted, usable, most] = [seen.painted, seen.usable, limit].map(Math.round);
  if (seen.shifted > 0) problems.push(`${name}: its layout shifts by ${seen.shifted}`);
  else problems.push(`${name}: it is on screen after ${painted} ms and usable after ${usable} ms, of ${most} ms`);
}, names, 1);
