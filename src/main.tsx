import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createWorkerChannel } from "./session/worker-channel.ts";
import { createAppStore } from "./store/app-store.ts";
import { followAddress } from "./store/follow-address.ts";
import { startPlayClock } from "./store/play-clock.ts";
import { rememberedView, rememberView } from "./store/remembered-view.ts";
import { App } from "./views/app.tsx";
import "./views/tokens.css";
import "./views/app.css";
import { AppProvider } from "./views/app-context.tsx";
import { LanguageProvider } from "./views/language-provider.tsx";
import { followTheme } from "./views/theme.ts";

const root = document.getElementById("root");
if (root === null) throw new Error('the page has no element with the id "root"');

const worker = new Worker(new URL("./session/worker.ts", import.meta.url), { type: "module", name: "loopscope" });
const store = createAppStore({
  channel: createWorkerChannel(worker),
  readLibrary: async () => (await import("./scenarios/catalog.ts")).stockScenarios(),
  view: rememberedView(localStorage, navigator.languages),
});
rememberView(store, localStorage);
followTheme(store, document.documentElement, matchMedia("(prefers-color-scheme: light)"));
startPlayClock(store, {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
});
followAddress(store, window);

createRoot(root).render(
  <StrictMode>
    <AppProvider store={store}>
      <LanguageProvider>
        <App />
      </LanguageProvider>
    </AppProvider>
  </StrictMode>,
);
