// Read game records as pages do: a path a line in, the path and what is wrong with it out, "fault" first where it is ours.
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {decodeRecord, readRecords} from "../../static/js/yatzy/record/parse.js";

for await (const path of createInterface({input: process.stdin})) {
  let said = "";
  try {
    readRecords(decodeRecord(readFileSync(path)));
  } catch (error) {
    said = error.name === "RecordError" ? error.message : `fault ${error.stack}`;
  }
  process.stdout.write(`${JSON.stringify([path, said])}\n`);
}
