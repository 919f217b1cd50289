import { Fragment } from "react";
import { nameOf } from "../../projections/node-lines.ts";
import type { MarkedEntry } from "../../projections/script-lines.ts";
import styles from "./script-table.module.css";
import { useCompareTexts } from "./use-compare-texts.ts";

/** Entries in their order, each with what it has; what is not so in all runs is lit. */
export function ScriptEntries({ entries }: { readonly entries: readonly MarkedEntry[] }) {
  const text = useCompareTexts();
  return (
    <ol className={styles.entries}>
      {numbered(entries).map(({ key, value: { head, items, isUnlike } }) => (
        <li key={key} className={styles.entry} data-unlike={isUnlike || undefined} title={head}>
          {head !== "" && <span className={styles.head}>{nameOf(head)}</span>}
          {numbered(items).map((item, index) => (
            <Fragment key={item.key}>
              {index > 0 ? " · " : head === "" ? "" : " "}
              <span className={styles.item} data-unlike={item.value.isUnlike || undefined}>
                {text.item(withoutNamespace(item.value.text))}
              </span>
            </Fragment>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** `OnDelete demo/beta` → `OnDelete beta`: what stands beside a key or around one is a word of its own. */
function withoutNamespace(text: string): string {
  return text.replace(/(^|\s)[^\s/]+\/(?=\S)/g, "$1");
}

/** A line is drawn anew when its row changes, so the place of a thing in it is its identity. */
function numbered<T>(list: readonly T[]): readonly { readonly key: string; readonly value: T }[] {
  return list.map((value, index) => ({ key: `${index}`, value }));
}
