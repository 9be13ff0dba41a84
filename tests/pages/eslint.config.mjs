// What eslint looks for, in the scripts of the pages and in the tests here: lint/javascript runs it.
import globals from "globals";

// The scripts of a page share their names: theme.js, glance.js, page.js and search.js define these, others use them.
const shared = Object.fromEntries(["addGlances", "allPages", "loadScript", "lunr", "remember", "showSearch", "showTheme", "theme", "themes"]
  .map((name) => [name, "writable"]));

const mistakes = {
  "eqeqeq": "error",
  "no-redeclare": ["error", { builtinGlobals: false }],
  "no-shadow": "error",
  "no-undef": "error",
  "no-unreachable": "error",
  "no-unused-vars": ["error", { vars: "local" }],
  "no-var": "error",
};

const layout = {
  "arrow-parens": "error",
  "arrow-spacing": "error",
  "brace-style": ["error", "1tbs", { allowSingleLine: true }],
  "indent": ["error", 2, { MemberExpression: "off" }],
  "keyword-spacing": "error",
  "max-len": ["error", 160],
  "object-curly-spacing": ["error", "always"],
  "quotes": ["error", "double", { avoidEscape: true, allowTemplateLiterals: true }],
  "semi": "error",
  "space-before-blocks": "error",
  "space-infix-ops": "error",
};

export default [
  { languageOptions: { ecmaVersion: 2022 }, rules: { ...mistakes, ...layout } },
  { files: ["**/*.js"], languageOptions: { sourceType: "script", globals: { ...globals.browser, ...shared } } },
  {
    files: ["**/*.mjs"],
    languageOptions: { sourceType: "module", globals: { ...globals.node, ...globals.browser } },
    rules: { "no-unused-vars": "error", "prefer-const": "error" },
  },
];
