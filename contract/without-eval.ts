import { z } from 'zod';

// The content policy of pages forbids compiled schemas, and a browser would report that one was tried. Imported before
// the first schema is made.
z.config({ jitless: 'document' in globalThis });
