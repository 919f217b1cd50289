import { ok, problem, type Result } from "../../base/result.ts";
import type { KindInfo } from "./kind.ts";
import { jsonAt, type KubeObject } from "./object.ts";

/** One condition on one field; `absent` is how the field reads where the object lacks it. */
export type FieldRequirement = {
  readonly field: string;
  readonly equal: boolean;
  readonly value: string;
  readonly absent: string;
};

/** A conjunction of requirements. The empty one matches every object. */
export type FieldSelector = readonly FieldRequirement[];

/** Whether the object's fields satisfy the selector (`am:fields/selector.go @v0.36.3`). */
export function matchesFields(selector: FieldSelector, object: KubeObject): boolean {
  return selector.every((requirement) => (fieldText(object, requirement) === requirement.value) === requirement.equal);
}

function fieldText(object: KubeObject, requirement: FieldRequirement): string {
  const value = jsonAt(object, ...requirement.field.split("."));
  return value === undefined || value === null ? requirement.absent : String(value);
}

/**
 * Reads the text of a `fieldSelector` parameter for a kind: `=`, `==` and `!=`, joined by commas, backslash escapes
 * (`am:fields/selector.go:ParseSelector @v0.36.3`). The API server answers a failed result with 400 and its message.
 */
export function parseFieldSelector(text: string, info: KindInfo): Result<FieldSelector> {
  const requirements: FieldRequirement[] = [];
  for (const term of splitUnescaped(text)) {
    if (term === "") continue;
    const parts = /^(.*?)(!=|==|=)(.*)$/.exec(term);
    if (parts === null) return problem("fieldSelector", `invalid selector: '${text}'; can't understand '${term}'`);
    const [, field = "", operator, raw = ""] = parts;
    const known = knownField(info, field);
    if (known === undefined) return problem("fieldSelector", unknownField(info, field));
    requirements.push({ field, equal: operator !== "!=", value: raw.replace(/\\([\\,=])/g, "$1"), absent: known });
  }
  return ok(requirements);
}

/** The name that a selector `metadata.name=x` pins, if it does (`as:registry/generic/registry/store.go:ListPredicate`). */
export function pinnedName(selector: FieldSelector): string | undefined {
  return selector.find((requirement) => requirement.field === "metadata.name" && requirement.equal)?.value;
}

function knownField(info: KindInfo, field: string): string | undefined {
  if (field === "metadata.name" || field === "metadata.namespace") return "";
  return info.selectableFields.find((known) => known.path === field)?.absent;
}

function unknownField(info: KindInfo, field: string): string {
  if (info.custom || info.selectableFields.length > 0) return `field label not supported: ${field}`;
  return `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function splitUnescaped(text: string): readonly string[] {
  return text.split(/(?<!\\),/);
}
