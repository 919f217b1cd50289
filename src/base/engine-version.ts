/** The version of the engine, as links name it. A run is a function of it: the same link may part under another one. */
export const engineVersion = "0.1.0";
