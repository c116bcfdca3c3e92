/** A file of the build, as its manifest describes it. */
export interface BuiltFile {
  file: string;
  imports?: string[] | undefined;
}

/** The scripts that an entry loads before it runs: its own, and what those import. */
export const scriptsOf = (built: Readonly<Record<string, BuiltFile>>, entries: readonly string[]): string[] => {
  const names = new Set<string>();
  const add = (name: string): void => {
    const part = built[name];
    if (!part) throw new Error(`${name} is not in the build`);
    if (names.has(name)) return;
    names.add(name);
    part.imports?.forEach(add);
  };
  entries.forEach(add);
  return [...new Set([...names].flatMap((name) => built[name]?.file ?? []))].filter((file) => file.endsWith('.js'));
};

/** What is heavier than it may be, and what the list has too much or too little, a line each. */
export const overweight = (
  what: string,
  measured: Readonly<Record<string, number>>,
  allowed: Readonly<Record<string, number>>,
): string[] => [
  ...Object.entries(measured).flatMap(([name, weight]) => {
    const most = allowed[name];
    if (most === undefined) return [`${name} is not in weights.json`];
    return weight > most ? [`${name}: ${weight} ${what}, ${most} allowed`] : [];
  }),
  ...Object.keys(allowed).flatMap((name) => (name in measured ? [] : [`${name} is in weights.json alone`])),
];
