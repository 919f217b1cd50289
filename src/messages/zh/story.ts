import type { story as english } from "../en/story.ts";

export const story: typeof english = {
  chapterOf: (chapter: number, all: number) => `第 ${chapter} 章，共 ${all} 章`,
  beforeChapters: (all: number) => `共 ${all} 章`,
  chapters: "章节",
  done: "已读",
  here: "你在这里",
  coming: "未到",
  readChapters: (from: number, to: number) => (from === to ? `${from} 已读` : `${from}–${to} 已读`),
  next: "下一章",
  previous: "上一章",
  predict: "先猜一猜",
  score: (right: number, all: number) => `已答对 ${right} / ${all}`,
  stepAndSee: "走一步看看",
  stepHint: "运行到揭晓的那一刻",
  chooseFirst: "先选一个",
  wasRight: "事情正是这样。",
  wasWrong: (answer: string) => `事情不是这样：${answer}。`,
  again: "再看一次",
  yours: "由你来破坏",
  startsFork: "从这里开始分叉",
  noStory: "这次运行没有故事。一切都由你来破坏。",
};
