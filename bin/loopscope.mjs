#!/usr/bin/env node
import { runProgram } from "../tools/bundle-node.mjs";

runProgram("cli", process.argv.slice(2)).catch((error) => {
  console.error(`loopscope: ${error.message}`);
  process.exitCode = 1;
});
