import { createContext, type ReactNode, useContext } from "react";
import type { Messages } from "../messages/english.ts";

const MessagesContext = createContext<Messages | undefined>(undefined);

/** Gives the texts of one language to every component below. */
export function MessagesProvider({
  messages,
  children,
}: {
  readonly messages: Messages;
  readonly children: ReactNode;
}) {
  return <MessagesContext value={messages}>{children}</MessagesContext>;
}

/** The texts of the language on the screen, by area: `useMessages().shell.play`. */
export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (messages === undefined) throw new Error("useMessages needs a <MessagesProvider> above it");
  return messages;
}
