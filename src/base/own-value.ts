/** The value of a record's own field, or undefined. Names that come from outside may be those that every object has, such as `constructor`. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
