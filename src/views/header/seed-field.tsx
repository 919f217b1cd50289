import { type FormEvent, useRef } from "react";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Popover } from "../widgets/popover.tsx";
import styles from "./profile-menu.module.css";

/** The seed of the run; another one runs the scenario from the start. */
export function SeedField() {
  const { shell: text } = useMessages();
  const spec = useApp((state) => state.run.info?.spec);
  const standard = useApp((state) => state.run.scenario?.seed);
  const seed = spec?.seed ?? standard ?? 1;
  const field = useRef<HTMLInputElement>(null);
  const { open } = useActions();
  const submit = (event: FormEvent, close: () => void) => {
    event.preventDefault();
    const next = field.current?.valueAsNumber;
    if (spec === undefined || next === undefined || !Number.isInteger(next)) return;
    open({ ...spec, seed: next, inputs: [] });
    close();
  };
  const button = (
    <>
      <span className={styles.label}>{text.seed}</span>
      <span className={styles.value}>{seed}</span>
    </>
  );
  return (
    <Popover label={text.seedTitle} button={button}>
      {(close) => (
        <form className={styles.form} onSubmit={(event) => submit(event, close)}>
          <label className={styles.line}>
            <span>{text.seedTitle}</span>
            <input
              key={seed}
              ref={field}
              className={styles.number}
              type="number"
              min={0}
              max={4_294_967_295}
              step={1}
              required
              defaultValue={seed}
            />
          </label>
          <Button look="primary" type="submit">
            {text.apply}
          </Button>
        </form>
      )}
    </Popover>
  );
}
