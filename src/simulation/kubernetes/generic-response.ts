import { type KindInfo, resourceName } from "./kind.ts";
import { failure, type Status } from "./status.ts";

/** What a client asked, as its own errors name it. */
export type Asked = {
  readonly verb: "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";
  /** Empty where the path names no object: reads of collections and creations. */
  readonly name: string;
};

const METHODS: Readonly<Record<Asked["verb"], string>> = {
  get: "get",
  list: "get",
  watch: "get",
  create: "post",
  update: "put",
  patch: "patch",
  delete: "delete",
  deletecollection: "delete",
};

/**
 * The error that client-go makes of an answer: a Status as it is; from plain text (429 of priority and fairness, 404 of a path that nobody
 * serves) one of its own, in which the server's words are not to be seen (`cg:rest/request.go:newUnstructuredResponseError`,
 * `am:api/errors/errors.go:NewGenericServerResponse @v0.36.3`).
 */
export function errorOfClient(status: Status, info: KindInfo, { verb, name }: Asked): Status {
  if (status.status === "Success" || (status.reason ?? "") !== "") return status;
  const text = TEXTS[status.code];
  if (text === undefined) return status;
  const about = [METHODS[verb], resourceName(info), ...(name === "" ? [] : [name])].join(" ");
  return failure(status.code, text.reason, `${text.message} (${about})`, status.details ?? {});
}

const TEXTS: Readonly<Record<number, { readonly reason: "NotFound" | "TooManyRequests"; readonly message: string }>> = {
  404: { reason: "NotFound", message: "the server could not find the requested resource" },
  429: {
    reason: "TooManyRequests",
    message: "the server has received too many requests and has asked us to try again later",
  },
};
