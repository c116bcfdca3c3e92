import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Imported before a program: when it ends, the names of the packages that it loaded are written to LOADED_PACKAGES. */
const loaded = new Set<string>();
registerHooks({
  load: (url, context, nextLoad) => {
    const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
    if (name !== undefined) loaded.add(name);
    return nextLoad(url, context);
  },
});
process.on('exit', () => {
  writeFileSync(process.env['LOADED_PACKAGES'] ?? '', JSON.stringify([...loaded]));
});
