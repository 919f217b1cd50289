import { type ReactNode, useEffect, useState } from "react";
import { english, type Messages } from "../messages/english.ts";
import { loadChinese } from "../messages/load-messages.ts";
import { useApp } from "./app-context.tsx";
import { MessagesProvider } from "./messages-context.tsx";

/** Gives every component the texts of the chosen language. English is there at once, Chinese when it was chosen. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const language = useApp((state) => state.view.language);
  const [chinese, setChinese] = useState<Messages>();
  useEffect(() => {
    if (language === "zh" && chinese === undefined) void loadChinese().then(setChinese);
  }, [language, chinese]);
  const shown = language === "zh" && chinese !== undefined ? "zh" : "en";
  useEffect(() => {
    document.documentElement.lang = shown === "zh" ? "zh-CN" : "en";
  }, [shown]);
  // A page that opens in Chinese waits a moment rather than flash in English.
  if (language === "zh" && chinese === undefined) return null;
  return (
    <MessagesProvider messages={shown === "zh" && chinese !== undefined ? chinese : english}>
      {children}
    </MessagesProvider>
  );
}
