export const AVATAR_ACCEPT = '.jpg,.jpeg,.png,.svg';
export const THUMBNAIL_ACCEPT = '.jpg,.jpeg,.png';
