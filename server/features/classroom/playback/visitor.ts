/** The user id of visitors in media addresses; their devices are not counted. */
export const VISITOR = { id: 'visitor', sessionHash: '' };
export const VISITOR_EPOCH = 0;
export const isVisitor = (userId: string): boolean => userId === VISITOR.id;
