// Converts a length in code points to JSON Schema, which counts the same way.
import type { ConversionConfig } from "@valibot/to-json-schema";

/** `overrideAction` of `toJsonSchema`. */
export const lengthInCodePoints: NonNullable<ConversionConfig["overrideAction"]> = ({ valibotAction, jsonSchema }) =>
  valibotAction.type === "max_code_points" && "requirement" in valibotAction
    ? { ...jsonSchema, maxLength: Number(valibotAction.requirement) }
    : undefined;
