import { Fragment } from "react";
import type { PipelineLayout } from "../../projections/pipeline-layout.ts";
import { wireIds } from "../../projections/pipeline-wires.ts";
import { PartNode } from "./part-node.tsx";
import styles from "./pipeline-stack.module.css";
import { StackWire } from "./stack-wire.tsx";

/** The nodes below each other, for a phone, with the ways between neighbours. */
export function PipelineStack({ layout }: { readonly layout: PipelineLayout }) {
  const { places } = layout;
  const servers = places.flatMap(({ part, name }) => (part === "server" ? [name] : []));
  const wires = wireIds(servers);
  return (
    <div className={styles.stack}>
      {places.map(({ id, part, name, rect }, index) => {
        const next = places[index + 1]?.id;
        return (
          <Fragment key={id}>
            <PartNode part={part} name={name} width={rect.width} height={rect.height} />
            {next !== undefined && (
              <div className={styles.between}>
                {wires
                  .filter(({ from, to }) => from === id && to === next)
                  .map((wire) => (
                    <StackWire key={wire.id} id={wire.id} />
                  ))}
              </div>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
