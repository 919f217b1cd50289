import fc from "fast-check";
import { expect, test } from "vitest";
import { revision } from "../../kubernetes/resource-version.ts";
import { decodeContinue, encodeContinue } from "./continue-token.ts";

// B.9
test("a token is base64url without padding over version, revision and start key", () => {
  const token = encodeContinue({ after: "ns/a", at: revision(42) });
  const text = Buffer.from(token, "base64url").toString();
  expect(JSON.parse(text)).toEqual({ v: "meta.k8s.io/v1", rv: 42, start: "/ns/a\u0000" });
  expect(token).toBe(Buffer.from(text).toString("base64url"));
});

test("a token can be read back, also one that goes on at the latest revision", () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,20}$/);
  fc.assert(
    fc.property(name, name, fc.integer({ min: 1, max: 1e9 }), fc.boolean(), (namespace, after, at, latest) => {
      const token = { after: `${namespace}/${after}`, at: latest ? ("latest" as const) : revision(at) };
      expect(decodeContinue(encodeContinue(token))).toEqual({ type: "token", token });
    }),
  );
});

test("text that is no token is refused with a reason", () => {
  for (const text of ["garbage", "", "!!", Buffer.from('{"v":"v0"}').toString("base64url")]) {
    expect(decodeContinue(text)).toMatchObject({
      type: "invalid",
      message: expect.stringMatching(/^continue key is not valid/),
    });
  }
});

test("a token with a key as etcd writes it, without the leading slash, means the same", () => {
  const json = JSON.stringify({ v: "meta.k8s.io/v1", rv: 42, start: "ns/a\u0000" });
  const token = Buffer.from(json).toString("base64url");
  expect(decodeContinue(token)).toEqual({ type: "token", token: { after: "ns/a", at: 42 } });
});
