import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { scenarioPlugin } from "./tools/scenario-plugin.ts";

// Inline styles stay allowed: Radix and React Flow write <style> elements. Scripts and connections are ours alone.
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
].join("; ");

/** Writes the policy into the built page only: the development server needs its own inline script. */
function contentSecurityPolicyPlugin(): Plugin {
  return {
    name: "loopscope-content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: contentSecurityPolicy },
        injectTo: "head-prepend",
      },
    ],
  };
}

export default defineConfig({
  // Relative addresses let the same build be hosted under any sub-path.
  base: "./",
  plugins: [react(), scenarioPlugin(), contentSecurityPolicyPlugin()],
  worker: { format: "es", plugins: () => [scenarioPlugin()] },
  build: { target: "es2023", modulePreload: { polyfill: false } },
  server: { host: "127.0.0.1" },
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "bench/**/*.test.ts", "tools/**/*.test.mjs"],
    maxWorkers: 2,
    setupFiles: ["tools/property-seed.mjs"],
    // A busy machine must not turn a slow test into a failing one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
