export const DICTIONARY = new TextEncoder().encode("loopscope: 1");
