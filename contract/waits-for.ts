import { z } from 'zod';

/** The addresses whose links are still to be opened before one changes. */
export const WaitsFor = z.array(z.enum(['old', 'new']));
