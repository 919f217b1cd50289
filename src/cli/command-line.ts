import { parseArgs } from "node:util";
import { PROFILES, type ProfileName } from "../scenarios/run-spec.ts";

/** What a command line asks for; `variant` counts from 0. */
export type CommandLine =
  | { readonly type: "help" }
  | { readonly type: "version" }
  | { readonly type: "list"; readonly json: boolean }
  | { readonly type: "check"; readonly scenario: string }
  | {
      readonly type: "run";
      readonly scenario: string;
      readonly variant: number | undefined;
      readonly profile: ProfileName | undefined;
      readonly seed: number | undefined;
      readonly until: string | undefined;
      readonly format: "text" | "jsonl";
    }
  | {
      readonly type: "link";
      readonly scenario: string;
      readonly variant: number | undefined;
      readonly at: string | undefined;
    }
  | { readonly type: "wrong"; readonly message: string };

/** What the program can do, as `--help` prints it. */
export const HELP = `loopscope: runs Kubernetes controller scenarios without a browser

  loopscope run FILE|ID     runs a scenario, prints its trace, and checks what it expects
      --variant N             one of the runs that it compares, from 1
      --profile P             ${PROFILES.join(", ")}; without it as the scenario says
      --seed N                another seed
      --until T               another end, such as 90s or 5m
      --format text|jsonl     one line per event, for people (text) or as JSON (jsonl)
  loopscope check FILE|ID   says what is wrong with a scenario, and what in it and in the runs that it compares never happens
  loopscope list [--json]   the scenarios that come with Loopscope
  loopscope link FILE|ID    the link to a scenario, to be put behind the page's address
      --variant N             one of the runs that it compares, from 1
      --at PLACE              e120 (event), s42 (step), c3 (chapter), 12.8s (time), end
  loopscope --help, --version

Exit code: 0 all expectations are met, 1 some are not, 2 the file or the command line is wrong.
`;

const COMMANDS = ["run", "check", "list", "link"] as const;

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  json: { type: "boolean" },
  variant: { type: "string" },
  profile: { type: "string" },
  seed: { type: "string" },
  until: { type: "string" },
  format: { type: "string" },
  at: { type: "string" },
} as const;

/** Which options belong to which command. */
const OPTIONS_OF: Readonly<Record<(typeof COMMANDS)[number], readonly string[]>> = {
  run: ["variant", "profile", "seed", "until", "format"],
  check: [],
  list: ["json"],
  link: ["variant", "at"],
};

/** Reads the arguments of the program. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const parsed = parse(args);
  if (typeof parsed === "string") return wrong(parsed);
  const { values, positionals } = parsed;
  if (values.help === true || positionals[0] === "help") return { type: "help" };
  if (values.version === true) return { type: "version" };
  const [name, scenario, ...more] = positionals;
  const command = COMMANDS.find((one) => one === name);
  if (name === undefined) return wrong(`say what to do: ${COMMANDS.join(", ")}`);
  if (command === undefined) return wrong(`there is no command "${name}", only ${COMMANDS.join(", ")}`);
  const alien = Object.keys(values).find((option) => !OPTIONS_OF[command].includes(option));
  if (alien !== undefined) return wrong(`${command} takes no --${alien}`);
  if (command === "list")
    return scenario === undefined ? { type: "list", json: values.json === true } : wrong("list takes no file");
  if (scenario === undefined) return wrong(`${command} needs a file, or the id of a scenario (see: loopscope list)`);
  if (more.length > 0) return wrong(`${command} takes one scenario, not ${more.length + 1}`);
  if (command === "check") return { type: "check", scenario };
  const variant = values.variant === undefined ? undefined : Number(values.variant) - 1;
  if (variant !== undefined && !(Number.isInteger(variant) && variant >= 0))
    return wrong(`--variant takes a whole number from 1, not "${values.variant}"`);
  if (command === "link") return { type: "link", scenario, variant, at: values.at };
  return readRun(scenario, variant, values);
}

type Values = {
  readonly profile?: string | undefined;
  readonly seed?: string | undefined;
  readonly until?: string | undefined;
  readonly format?: string | undefined;
};

function readRun(
  scenario: string,
  variant: number | undefined,
  { profile, seed, until, format = "text" }: Values,
): CommandLine {
  const known = PROFILES.find((one) => one === profile);
  if (profile !== undefined && known === undefined)
    return wrong(`there is no profile "${profile}", only ${PROFILES.join(", ")}`);
  const number = seed === undefined ? undefined : Number(seed);
  if (number !== undefined && !(Number.isInteger(number) && number >= 0 && number <= 4_294_967_295)) {
    return wrong(`--seed takes a whole number from 0 to 4294967295, not "${seed}"`);
  }
  if (format !== "text" && format !== "jsonl") return wrong(`--format takes text or jsonl, not "${format}"`);
  return { type: "run", scenario, variant, profile: known, seed: number, until, format };
}

function wrong(message: string): CommandLine {
  return { type: "wrong", message };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // The parser says what is wrong with an option in its first sentence.
    return error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error);
  }
}
