import { deferred } from '#web/api/deferred.ts';

// pdf.js uses it, also in its build for older browsers. vite.config.ts puts it before the worker, too.
if (!('withResolvers' in Promise)) Object.defineProperty(Promise, 'withResolvers', { value: deferred });
