import type { Messages } from "./english.ts";

/** The texts of a language other than English, which is always there. */
export async function loadChinese(): Promise<Messages> {
  const { chinese } = await import("./chinese.ts");
  return chinese;
}
