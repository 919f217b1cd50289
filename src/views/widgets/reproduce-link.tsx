import { useState } from "react";
import { linkOfRun } from "../../store/run-link.ts";
import { useAppStore } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";

/** Copies a link to this run and moment: whoever opens it sees the same. */
export function ReproduceLink() {
  const { shell: text } = useMessages();
  const store = useAppStore();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const link = await linkOfRun(store.getState());
    if (link !== undefined) setCopied(await copyText(`${location.href.replace(/#.*/, "")}${link.hash}`));
  };
  return <Button onClick={() => void copy()}>{copied ? text.copied : text.reproduceLink}</Button>;
}
