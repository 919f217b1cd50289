/** The part of an OpenAPI v3 schema that a custom resource definition can use here. */
export type OpenApiSchema = {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: OpenApiSchema;
  readonly enum?: readonly (string | number | boolean)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  /** A regular expression in Go's syntax (`pattern-syntax.ts`); it matches anywhere unless anchored. */
  readonly pattern?: string;
};
