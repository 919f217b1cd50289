import { AREAS } from "./areas.ts";
import type { Claim, Verdict } from "./claim.ts";
import { CLAIMS } from "./claims.ts";
import type { Constant } from "./constant.ts";
import { CONSTANTS } from "./constants.ts";
import { ENTRIES } from "./entries.ts";
import type { Entry, Status, Upstream } from "./entry.ts";
import { NOT_MODELLED } from "./not-modelled.ts";
import { RECORDED_RUNS } from "./recorded-runs.ts";

const statusWords: Readonly<Record<Status, string>> = {
  recorded: "✓ recorded",
  derived: "○ derived",
  simplified: "◑ simplified",
};

const verdictWords: Readonly<Record<Verdict, string>> = {
  false: "False",
  halfTrue: "Half true",
  trueWithConditions: "True with conditions",
  true: "True",
};

/** The whole page “What is modelled” as one English Markdown text. */
export function modelledMarkdown(): string {
  const matching = RECORDED_RUNS.filter(({ matches }) => matches).length;
  const parts = [
    "# What is modelled",
    "This file is written by `npm run docs` from `src/projections/modelled`; the page shows the same, with links to moments.",
    `**${matching} of ${RECORDED_RUNS.length} recorded runs of the real libraries match.** ` +
      `${ENTRIES.length} behaviours, ${CONSTANTS.length} constants, ${CLAIMS.length} claims.`,
    "✓ recorded: a run of the real library proves it. ○ derived: read in the source and held by a test. ◑ simplified: something is left out.",
    "## Behaviours",
    ...AREAS.flatMap(({ id, title }) => [
      `### ${title.en}`,
      ...ENTRIES.filter(({ area }) => area === id).map(entryText),
    ]),
    "## Constants",
    tableText(["constant", "value", "source"], CONSTANTS.map(constantCells)),
    "## Claims",
    ...CLAIMS.map(claimText),
    "## Not modelled",
    NOT_MODELLED.map(({ what }) => `- ${what.en}`).join("\n"),
    "## Recorded runs",
    tableText(
      ["run", "subject", "what it shows", ""],
      RECORDED_RUNS.map(({ name, subject, title, matches }) => [
        `\`${name}\``,
        subject,
        title,
        matches ? "matches" : "differs",
      ]),
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

function entryText({ id, statement, status, upstream, evidence, leftOut, moments }: Entry): string {
  const lines = [`#### ${id} · ${statusWords[status]}`, "", statement.en, ""];
  if (leftOut !== undefined) lines.push(`- Left out: ${leftOut.en}`);
  lines.push(`- Upstream: ${upstream.map(upstreamText).join(", ")}`);
  if (evidence.runs.length > 0) lines.push(`- Recorded runs: ${evidence.runs.map((name) => `\`${name}\``).join(", ")}`);
  for (const { file, title } of evidence.tests) lines.push(`- Test: ${title} (\`${file}\`)`);
  if (moments.length > 0) lines.push(`- Moments: ${moments.map((link) => `\`#${link}\``).join(", ")}`);
  return lines.join("\n");
}

function constantCells({ name, value, unit, upstream }: Constant): readonly string[] {
  return [name.en, unit === "" ? value : `${value} ${unit}`, upstreamText(upstream)];
}

function claimText({ sentence, verdict, answer, upstream, moment }: Claim): string {
  return `> ${sentence.en}\n\n**${verdictWords[verdict]}.** ${answer.en} (${upstream.map(upstreamText).join(", ")}) Moment: \`#${moment}\`.`;
}

function upstreamText({ ref, version }: Upstream): string {
  return `\`${ref}\` ${version === "—" ? "" : `@${version}`}`.trim();
}

function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
