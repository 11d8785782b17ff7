// Wording of standard questionnaires. Fixed, because scores of another wording cannot be compared.
import type { Language } from "../schema/languages.ts";

type Wording = Readonly<Record<Language, readonly string[]>>;

/**
 * System Usability Scale, from 1 (strongly disagree) to 5 (strongly agree). English: Brooke 1996.
 * Spanish: Sevilla-Gonzalez et al. 2020 (doi 10.2196/21161, alpha .81), with "sistema" in place of
 * "herramienta".
 */
export const susItems: Wording = {
  en: [
    "I think that I would like to use this system frequently",
    "I found the system unnecessarily complex",
    "I thought the system was easy to use",
    "I think that I would need the support of a technical person to be able to use this system",
    "I found the various functions in this system were well integrated",
    "I thought there was too much inconsistency in this system",
    "I would imagine that most people would learn to use this system very quickly",
    "I found the system very cumbersome to use",
    "I felt very confident using the system",
    "I needed to learn a lot of things before I could get going with this system",
  ],
  es: [
    "Creo que usaría este sistema frecuentemente",
    "Encuentro este sistema innecesariamente complejo",
    "Creo que el sistema fue fácil de usar",
    "Creo que necesitaría ayuda de una persona con conocimientos técnicos para usar este sistema",
    "Las funciones de este sistema están bien integradas",
    "Creo que el sistema es muy inconsistente",
    "Imagino que la mayoría de la gente aprendería a usar este sistema en forma muy rápida",
    "Encuentro que el sistema es muy difícil de usar",
    "Me siento confiado al usar este sistema",
    "Necesité aprender muchas cosas antes de ser capaz de usar este sistema",
  ],
};

/** UMUX-Lite (Lewis et al. 2013), from 1 (strongly disagree) to 7 (strongly agree). */
export const umuxLiteItems: Wording = {
  en: ["This system's capabilities meet my requirements", "This system is easy to use"],
  es: ["Las funciones de este sistema satisfacen mis necesidades", "Este sistema es fácil de usar"],
};
