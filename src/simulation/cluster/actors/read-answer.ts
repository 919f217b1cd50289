import { ownValue } from "../../../base/own-value.ts";
import { type KindRegistry, resourceName } from "../../kubernetes/kind.ts";
import { failure, type Status } from "../../kubernetes/status.ts";
import type { Call, CallResult } from "../cluster.ts";
import type { ApiRequest } from "../server/request.ts";

/**
 * The answer as the REST client hands it on: for a path that nobody serves it makes a Status of the plain text, with the method and the resource in its
 * words (`cg:rest/request.go:newUnstructuredResponseError`, `am:api/errors/errors.go:NewGenericServerResponse @v0.36.3`). Other plain answers stay as
 * they are: whoever gets them looks at the code alone.
 */
export function asClientReads({ request, result }: Call, kinds: KindRegistry): CallResult | undefined {
  if (result?.type !== "response" || result.response.type !== "status") return result;
  const { code, reason } = result.response.status;
  if (code !== 404 || reason !== undefined) return result;
  return { ...result, response: { type: "status", status: genericNotFound(request, kinds) } };
}

function genericNotFound(request: ApiRequest, kinds: KindRegistry): Status {
  const info = ownValue(kinds, request.kind);
  const text = "the server could not find the requested resource";
  const causes = [{ reason: "UnexpectedServerResponse", message: "404 page not found" }];
  if (info === undefined) return failure(404, "NotFound", text, { causes });
  const name = "name" in request ? request.name : "";
  const words = [METHODS[request.verb], resourceName(info), ...(name === "" ? [] : [name])].join(" ");
  const about = { ...(name === "" ? {} : { name }), ...(info.group === "" ? {} : { group: info.group }) };
  return failure(404, "NotFound", `${text} (${words})`, { ...about, kind: info.plural, causes });
}

const METHODS: Readonly<Record<ApiRequest["verb"], string>> = {
  get: "get",
  list: "get",
  watch: "get",
  create: "post",
  update: "put",
  patch: "patch",
  delete: "delete",
  deletecollection: "delete",
};
