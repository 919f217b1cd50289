// Goal: a question finds its scenario. Method: questions as people ask them, in both languages, none of them a title; one of the named
// scenarios must be among the first three answers.
import { expect, test } from "vitest";
import type { Scenario } from "../../store/run-types.ts";
import { catalogIndex, searchCatalog } from "./catalog-search.ts";

const files = import.meta.glob<Scenario>("../../scenarios/stock/*.yaml", {
  query: "?scenario",
  import: "default",
  eager: true,
});
const index = catalogIndex(Object.values(files));

function firstThree(question: string): readonly string[] {
  return searchCatalog(index, question)
    .slice(0, 3)
    .map(({ id }) => id);
}

const questions: readonly (readonly [question: string, ...scenarios: string[]])[] = [
  ["why does my reconciler run twice", "two-edits-one-run", "twenty-edits"],
  ["Operation cannot be fulfilled: the object has been modified", "two-edits-one-run", "two-writers-one-version"],
  ["too old resource version", "watch-history-gone", "watch-history-gone-streaming", "gone-twice"],
  ["does resync go back to the API server?", "resync-asks-nobody"],
  ["my informer missed a delete event", "missed-delete"],
  ["can an event be lost between the list and the watch?", "list-then-watch"],
  ["is Requeue: true immediate?", "requeue-true"],
  ["what should Reconcile return", "every-result"],
  ["my retries take longer and longer", "backoff-staircase", "limited-retries"],
  ["controller pod was OOM killed in the middle of a reconcile", "restart-needs-no-history"],
  ["after a restart my controller sees stale objects", "store-from-the-past"],
  ["why is there no update event when the last finalizer is removed", "last-finalizer"],
  ["403 forbidden, the controller never syncs", "rbac-forbidden-staircase"],
  ["429 Too Many Requests", "retry-after", "client-side-limit", "fan-out-and-a-slow-watcher"],
  ["client-side throttling, request took 1.2s", "client-side-limit"],
  ["does one slow event handler block the others", "slow-handler"],
  ["are queued items processed on SIGTERM", "stopping"],
  [
    "watch connection drops every few minutes, do I lose events",
    "stream-ends",
    "ways-a-stream-ends",
    "watch-from-the-server",
  ],
  ["someone did kubectl edit on the image, will it be reverted", "drift-image-stays", "drift-image-reverted"],
  ["which pod is deleted first on scale-down", "who-goes-first"],
  [
    "why is my Trigger not ready",
    "trigger-before-broker",
    "trigger-false-which-one",
    "trigger-not-ready-a",
    "trigger-not-ready-b",
    "trigger-not-ready-c",
    "trigger-not-ready-d",
    "trigger-not-ready-e",
  ],
  ["CreateOrUpdate mutate function called before create", "create-or-update"],
  ["为什么我的 reconcile 跑了两遍", "two-edits-one-run", "twenty-edits"],
  ["更新时报 409 冲突", "two-writers-one-version", "two-edits-one-run", "status-two-writers", "database-crd"],
  ["resourceVersion 过期了怎么办", "watch-history-gone", "watch-history-gone-streaming", "gone-twice"],
  ["重新同步会再去请求 API server 吗", "resync-asks-nobody"],
  ["informer 漏掉了删除事件", "missed-delete"],
  ["list 和 watch 之间会不会丢事件", "list-then-watch"],
  ["Requeue: true 是立刻执行吗", "requeue-true"],
  ["Reconcile 应该返回什么", "every-result"],
  ["重试为什么越来越慢", "backoff-staircase", "limited-retries"],
  ["控制器重启后需要补历史事件吗", "restart-needs-no-history"],
  ["没有权限，缓存一直不同步", "rbac-forbidden-staircase"],
  ["请求太多被限流了", "retry-after", "client-side-limit", "fan-out-and-a-slow-watcher"],
  ["一个慢的处理函数会阻塞别的吗", "slow-handler"],
  ["关闭时队列里剩下的会处理完吗", "stopping"],
  ["监听断线重连要重新 list 吗", "stream-ends", "ways-a-stream-ends", "watch-from-the-server"],
  ["有人手动改了镜像，会被改回来吗", "drift-image-stays", "drift-image-reverted"],
  ["缩容先删哪个 Pod", "who-goes-first"],
  [
    "Trigger 一直不就绪",
    "trigger-before-broker",
    "trigger-false-which-one",
    "trigger-not-ready-a",
    "trigger-not-ready-b",
    "trigger-not-ready-c",
    "trigger-not-ready-d",
    "trigger-not-ready-e",
  ],
  ["bookmark 有什么用", "quiet-kind-bookmarks", "quiet-kind", "five-event-types"],
  ["DeltaFIFO 和 RealFIFO 有什么区别", "three-queues"],
];

test.each(questions)("“%s” is answered", (question, ...scenarios) => {
  const found = firstThree(question);
  expect(
    found.filter((id) => scenarios.includes(id)),
    found.join(", "),
  ).not.toEqual([]);
});

test("nothing asked shows all in their order; nonsense finds nothing", () => {
  expect(searchCatalog(index, " ")).toHaveLength(index.entries.length);
  expect(searchCatalog(index, "qwxyz")).toEqual([]);
});
