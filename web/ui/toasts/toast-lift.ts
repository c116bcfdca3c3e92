type Edges = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

const GAP_PX = 8;

/** How far a box at the bottom of the window must move up to cover none of the obstacles; 0 when there is no room. */
export const liftOver = (box: Edges, obstacles: readonly Edges[]): number => {
  const height = box.bottom - box.top;
  let { bottom } = box;
  for (const obstacle of obstacles.toSorted((one, other) => other.bottom - one.bottom)) {
    const isBeside = obstacle.right <= box.left || obstacle.left >= box.right;
    const isClear = obstacle.top >= bottom || obstacle.bottom <= bottom - height;
    if (!isBeside && !isClear) bottom = obstacle.top - GAP_PX;
  }
  return bottom < height ? 0 : box.bottom - bottom;
};
