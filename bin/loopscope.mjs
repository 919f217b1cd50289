#!/usr/bin/env node
import { runProgram } from "../tools/bundle-node.mjs";

await runProgram("cli", process.argv.slice(2));
