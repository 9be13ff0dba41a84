// Checks every page against the HTML standard: node valid.mjs FOLDER
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // Matters of taste, or of servers that a book read from disk does not have.
    "long-title": "off",
    "no-raw-characters": "off", // a ">" between tags stands for itself
    "no-trailing-whitespace": "off",
    "require-sri": "off",
    "valid-id": ["error", { relaxed: true }],
    "void-style": "off",
  },
});

const [folder] = process.argv.slice(2);
const names = readdirSync(folder).filter((name) => name.endsWith(".html")).sort();
const problems = [];
for (const name of names) {
  const { results } = await validator.validateFile(join(folder, name));
  for (const { messages } of results) {
    for (const { line, column, message, ruleId } of messages) problems.push(`${name}:${line}:${column}: ${message} (${ruleId})`);
  }
}
console.log(problems.length > 0 ? problems.join("\n") : `${names.length} pages are valid`);
process.exit(problems.length > 0 || names.length === 0 ? 1 : 0);
