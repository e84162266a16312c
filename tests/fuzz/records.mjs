// Read game records as pages do: a path a line in, the path and what is wrong with it out, "fault" first where it is ours.
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {decodeRecord, readRecords} from "../../static/js/yatzy/record/parse.js";
import {told} from "../../static/js/yatzy/words/text.js";

// The sentences that the code abbreviates.
const english = JSON.parse(readFileSync(new URL("../../static/words/sentences-en.json", import.meta.url), "utf8"));

for await (const path of createInterface({input: process.stdin})) {
  let said = "";
  try {
    readRecords(decodeRecord(readFileSync(path)));
  } catch (error) {
    said = error.name === "RecordError" ? told(error.sentence, english) : `fault ${error.stack}`;
  }
  process.stdout.write(`${JSON.stringify([path, said])}\n`);
}
