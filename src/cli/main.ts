import { existsSync, readFileSync } from "node:fs";
import { program } from "./program.ts";

// Whoever reads our output may have seen enough, as `head` has: that is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

process.exitCode = await program(process.argv.slice(2), {
  print: (text) => {
    process.stdout.write(text);
  },
  complain: (line) => console.error(line),
  readText: (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
});
