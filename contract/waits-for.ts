import { z } from 'zod';

/** The addresses whose links are still to be opened before one changes. */
export const PendingConfirmations = z.array(z.enum(['old', 'new']));
