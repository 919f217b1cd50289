process.argv = [process.argv[0], "x", "--only", "engine", "--quick"];
await import("/tmp/lead/dist-node/bench300.js");
