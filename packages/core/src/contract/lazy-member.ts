/**
 * A member that is worked out when somebody reads it: enumerable, so that copies and JSON text have its value. Made once
 * for a class and defined on each of its objects, never in an object literal: an accessor of a literal is made anew for
 * each object, outside the young generation, and holds all that its function can see until a full garbage collection.
 */
export function lazyMember<T extends object>(read: (holder: T) => unknown): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: T) {
      return read(this);
    },
  };
}
