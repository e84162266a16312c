/** The small figure in the handbook's chapter on widgets works. */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";

import * as kit from "site_builder/kit";

const CHAPTER = readFileSync(new URL("../../../../handbook/content/chapters/widgets.md", import.meta.url), "utf-8");

test("the figure of the handbook draws each place, reads links, and has readouts", () => {
  const [, code] = /```js\n(import [\s\S]*?)```/.exec(CHAPTER) ?? [];
  const [, names] = /^import \{(.*)\} from "site_builder\/kit";$/m.exec(code) ?? [];
  const body = code.replace(/^import .*$/m, `const {${names}} = kit;`).replace(/^export const \{.*?\} = /m, "return ");
  const {view, readouts} = new Function("kit", body)(kit);
  const data = {cooling: {minute: [0, 5, 10], degrees: [90, 60, 45]}};
  assert.equal(view({}, data), '<div class="bar"><svg data-region="bar"><rect width="90" height="9"/></svg></div><p data-region="words">90 degrees</p>');
  assert.match(view({linked: "2"}, data), /45 degrees/);
  assert.throws(() => view({linked: "9"}, data), /no state "9"/);
  assert.deepEqual(readouts({linked: "1"}, data), {degrees: "60"});
  assert.equal(readouts({linked: "never"}, data), null);
});
