/** Holds a value from a file against what it has to be. Throws a SyntaxError that begins with the place. */
export type Shape = (value: unknown, place: string) => void;

/** Text. */
export const text: Shape = (value, place) => {
  if (typeof value !== "string") refuse(value, place, "has to be a text");
};

/** True or false. */
export const flag: Shape = (value, place) => {
  if (typeof value !== "boolean") refuse(value, place, "has to be true or false");
};

/** A whole number within bounds; the default bounds are those of exact numbers. */
export function wholeNumber(min: number = Number.MIN_SAFE_INTEGER, max: number = Number.MAX_SAFE_INTEGER): Shape {
  const bounds = min === Number.MIN_SAFE_INTEGER ? "" : ` of ${min} or more`;
  const above = max === Number.MAX_SAFE_INTEGER ? "" : `, ${max} at most`;
  return (value, place) => {
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < min || value > max)
      refuse(value, place, `has to be a whole number${bounds}${above}`);
  };
}

/** A whole number, 0 or more: counts and times. */
export const natural = wholeNumber(0);

/** Any whole number. */
export const whole = wholeNumber();

/** A number that is `is`, in words `wanted`. */
export function numberThat(is: (value: number) => boolean, wanted: string): Shape {
  return (value, place) => {
    if (typeof value !== "number" || !Number.isFinite(value) || !is(value)) refuse(value, place, wanted);
  };
}

/** One of some words. */
export function oneOf(...words: readonly string[]): Shape {
  return (value, place) => {
    if (typeof value !== "string" || !words.includes(value))
      refuse(value, place, `has to be one of ${words.join(", ")}`);
  };
}

/** A list of at least `min` such values. */
export function listOf(shape: Shape, min = 0): Shape {
  return (value, place) => {
    if (!Array.isArray(value)) return refuse(value, place, "has to be a list");
    if (value.length < min) refuse(value, place, `has to have at least ${min}`);
    for (const [index, item] of value.entries()) shape(item, `${place}[${index}]`);
  };
}

/** An object in which every value is such a one. */
export function mapOf(shape: Shape): Shape {
  return (value, place) => {
    for (const [name, item] of Object.entries(objectAt(value, place))) shape(item, within(place, name));
  };
}

/** An object with these fields; a name that ends in `?` may be missing. Others are not looked at. */
export function fields(shapes: Readonly<Record<string, Shape>>): Shape {
  const wanted = Object.entries(shapes).map(([name, shape]) => ({
    name: name.replace(/\?$/, ""),
    isOptional: name.endsWith("?"),
    shape,
  }));
  return (value, place) => {
    const given = objectAt(value, place);
    for (const { name, isOptional, shape } of wanted) {
      if (Object.hasOwn(given, name)) shape(given[name], within(place, name));
      else if (!isOptional) throw new SyntaxError(`${within(place, name)}: is missing`);
    }
  };
}

/** What goes by this name. */
export function shapeNamed<T>(shapes: Readonly<Record<string, T>>, name: unknown, place: string): T {
  const shape = typeof name === "string" && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  return shape ?? refuse(name, place, `has to be one of ${Object.keys(shapes).join(", ")}`);
}

/** The value as an object. */
export function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(value, place, "has to be an object");
  return value as Readonly<Record<string, unknown>>; // anything else has just been refused
}

/** Throws: what stands at `place` is not what it has to be. */
export function refuse(value: unknown, place: string, wanted: string): never {
  if (value === undefined) throw new SyntaxError(`${place}: ${wanted}, is missing`);
  const told = JSON.stringify(value);
  throw new SyntaxError(`${place}: ${wanted}, is ${told.length > 60 ? `${told.slice(0, 60)}…` : told}`);
}

function within(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}
