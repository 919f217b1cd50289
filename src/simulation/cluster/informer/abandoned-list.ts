import type { ListResult } from "./messages.ts";
import type { InformerPort } from "./port.ts";
import { changeWork, sendList } from "./reflector-work.ts";
import { faultOf, isResourceExpired } from "./request-error.ts";

/**
 * The list that a stopped reflector left goes on in its own goroutine, page by page, unless the client heeds the cancelled context
 * (`cg:tools/cache/reflector.go:list`, `cg:tools/pager/pager.go:list` @v0.36.3). Its result reaches nobody.
 */
export function goOnAbandoned(port: InformerPort, result: ListResult): void {
  const { abandoned, pages, asksInFull } = port.state().reflector;
  if (abandoned === undefined) return;
  const { version, limit } = abandoned;
  if (result.type === "page") {
    if (result.continue === "" || asksInFull) return;
    changeWork(port, { pages: [...pages, result.objects] });
    sendList(port, { resourceVersion: "", limit, continue: result.continue });
    return;
  }
  if (pages.length > 0 && isResourceExpired(result.error)) {
    changeWork(port, { pages: [], asksInFull: true });
    sendList(port, { resourceVersion: version, limit: 0, continue: "" });
    return;
  }
  const fault = faultOf(result.error);
  if (abandoned.asksMostRecent || (fault !== "gone" && fault !== "tooLarge")) return;
  if (!abandoned.unavailable) port.record("reflector", { type: "reflector.rvUnavailable", value: true });
  changeWork(port, { pages: [], asksInFull: false, abandoned: { ...abandoned, version: "", asksMostRecent: true } });
  sendList(port, { resourceVersion: "", limit, continue: "" });
}
