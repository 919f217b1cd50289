import type { KindInfo } from "../../kubernetes/kind.ts";
import type { Json, Subresource } from "../../kubernetes/object.ts";
import type { Status } from "../../kubernetes/status.ts";
import {
  badRequest,
  methodNotAllowed,
  notFound,
  requestTooLarge,
  routeNotFound,
} from "../../kubernetes/status-error.ts";
import { isNamespace } from "./namespace.ts";
import type { ApiRequest } from "./request.ts";

/**
 * What a path says to a verb that it does not have; undefined where it has it (fidelity C.4; `ax:apiserver/customresource_handler.go:serveResource, serveStatus`,
 * `as:endpoints/installer.go:registerResourceHandlers @v0.36.3`).
 */
export function unservedStatus(info: KindInfo, request: ApiRequest): Status | undefined {
  const { verb } = request;
  if ("subresource" in request && request.subresource !== undefined) {
    if (!serves(info, request.subresource)) return info.custom ? notFound(info, nameIn(request)) : routeNotFound();
    return verbsOf[request.subresource].includes(verb) ? undefined : methodNotAllowed(info, verb);
  }
  if (verb === "deletecollection") return info.deleteCollection ? undefined : methodNotAllowed(info, verb);
  if (verb !== "update" || request.name !== "") return undefined;
  // The handler of custom resources takes the verb and misses the name (`as:endpoints/handlers/namer.go:errEmptyName`).
  return info.custom ? badRequest("name must be provided") : methodNotAllowed(info, verb);
}

/** Of `/finalize` there is only PUT (`kk:pkg/registry/core/namespace/storage/storage.go:FinalizeREST`). */
const verbsOf: Readonly<Record<Subresource | "binding", readonly ApiRequest["verb"][]>> = {
  status: ["get", "update", "patch"],
  finalize: ["update"],
  binding: ["create"],
};

function serves(info: KindInfo, subresource: Subresource | "binding"): boolean {
  if (subresource === "binding") return info.id === "Pod";
  return subresource === "finalize" ? isNamespace(info) : info.statusSubresource;
}

function nameIn(request: ApiRequest): string {
  if (request.verb === "create") return request.body.metadata.name ?? "";
  return "name" in request ? request.name : "";
}

/** 413 for a body that is longer than the server reads (`as:endpoints/handlers/rest.go:limitedReadBody @v0.36.3`). Bodies are JSON here. */
export function sizeRefusal(request: ApiRequest, limitBytes: number): Status | undefined {
  const body = bodyOf(request);
  if (body === undefined) return undefined;
  const text = JSON.stringify(body);
  return isLonger(text, limitBytes) ? requestTooLarge(limitBytes) : undefined;
}

function bodyOf(request: ApiRequest): Json | undefined {
  switch (request.verb) {
    case "create":
    case "update":
      return request.body;
    case "patch":
      return request.body.type === "apply" ? request.body.config : request.body.patch;
    default:
      return undefined;
  }
}

/** Whether the text takes more bytes in UTF-8. A unit of UTF-16 takes one to three, so most texts need not be looked through. */
function isLonger(text: string, limitBytes: number): boolean {
  if (text.length > limitBytes) return true;
  if (3 * text.length <= limitBytes) return false;
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return bytes > limitBytes;
}
