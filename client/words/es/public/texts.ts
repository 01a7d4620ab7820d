import type { texts as english } from '../../en/public/texts.ts';
import type { Translation } from '../../messages.ts';

/** The pages of plain text: /privacy, /terms and /support. */
export const texts = {
  'privacy.title': 'Privacidad',
  'privacy.lead':
    'Usted puede verificar un producto sin cuenta y sin dar su nombre. De productores y personal guardamos lo que el registro de un lote necesita, y nada más.',
  'privacy.search': 'Cuando verifica un producto',
  'privacy.searchKept':
    'No se guarda ninguna búsqueda por separado. Las búsquedas se cuentan por día, durante 400 días como máximo:',
  'privacy.searchLot': 'el número de lote buscado, si se encontró y cuánto tardó la respuesta',
  'privacy.searchVisit':
    'el número de visitas: su navegador inventa un número al azar que desaparece cuando cierra la pestaña; guardamos una huella con clave de él hasta el final del día siguiente',
  'privacy.searchBrowser':
    'el tipo de navegador, su idioma y zona horaria, y el sitio del que viene se envían con una búsqueda, y se descartan sin leerse',
  'privacy.searchWhy':
    'Nos dice qué lotes busca la gente y dónde falla la búsqueda. Con ello no guardamos su nombre, su ubicación ni su dirección de red. Un navegador que pide no ser rastreado (Do Not Track, Global Privacy Control) no se cuenta en absoluto. Sus cinco últimas búsquedas quedan en su propio navegador; borre los datos del sitio para quitarlas.',
  'privacy.searchHead':
    'Su navegador guarda también una huella de todo el libro de registros, y en una visita posterior pide la prueba de que el libro solo ha crecido desde entonces. Todos los que miran dentro de la misma hora guardan la misma: dice a qué hora miró alguien, y nada de quién era. Borrar los datos del sitio también la quita.',
  'privacy.searchCopies':
    'Para que pueda leerlas sin conexión, su navegador guarda, solo para sí y por 30 días como máximo, las páginas de los 20 últimos lotes que usted abrió; la de un lote retirado se quita en cuanto su navegador se entera. Borrar los datos del sitio también las quita.',
  'privacy.errors':
    'Cuando una página falla, su navegador informa de la falla y de la página, sin su dirección de red y sin decir quién es usted. Esos informes se guardan 30 días.',
  'privacy.contact': 'Cuando pide una demostración',
  'privacy.contactKept':
    'Quien opera este sitio decide si las solicitudes de demostración se guardan. Donde se guardan, su nombre, correo electrónico, empresa y mensaje se conservan un año como máximo, para poder responderle, y solo los administradores los leen. Donde no, lo que escribió nunca sale de su navegador.',
  'privacy.farmers': 'Sobre los productores',
  'privacy.farmersKept':
    'Guardamos el nombre del productor, la finca, el lugar donde creció el cacao y lo que se registró de cada lote. La ley europea sobre productos libres de deforestación pide el lugar y la prueba de cómo se revisó.',
  'privacy.farmersShown':
    'El público ve el nombre del productor, la finca y el lugar, redondeado a cerca de 1\u00a0km. Los productores pueden elegir permanecer anónimos: entonces no se muestra nombre ni finca, y el lugar se redondea a cerca de 11\u00a0km.',
  'privacy.staff': 'Sobre el personal',
  'privacy.staffKept':
    'Guardamos el nombre, el usuario, el correo electrónico y la función de cada cuenta, sus sesiones con el tipo de navegador y de sistema en que empezaron, y quién cambió qué registro y cuándo. Las contraseñas se guardan solo como una huella de la que no se pueden leer.',
  'privacy.staffDevice':
    'En los dispositivos del personal, los formularios de lotes guardan lo escrito hasta que se envía, se descarta o cumple siete días, o hasta que la persona cierra su sesión; nadie más lo lee.',
  'privacy.time': 'Por cuánto tiempo',
  'privacy.timeKept':
    'Los nombres, las cuentas, los textos libres y las solicitudes de demostración se borran cuando la persona lo pide. La finca, el lugar y las pruebas de las revisiones se guardan hasta cinco años después del último evento de un lote, como pide el artículo 9 del Reglamento (UE) 2023/1115, y después se borran.',
  'privacy.ledger': 'Qué contiene el libro de registros',
  'privacy.ledgerHeld':
    'Los nombres, las fincas y los lugares no están en el libro de registros. En su lugar hay compromisos: números calculados a partir del valor y de una sal secreta y aleatoria. Al borrar a una persona se eliminan el valor y la sal, y el compromiso ya no dice nada.',
  'privacy.rights': 'Sus derechos',
  'privacy.rightsText':
    'Usted puede ver, corregir, llevarse o hacer borrar lo que se guarda sobre usted, como dice el Reglamento General de Protección de Datos. Quien tiene una cuenta lo descarga todo en un archivo, o lo borra, desde su propia cuenta. Los demás lo piden a la cooperativa que inscribió sus lotes; ella es responsable de los datos. También puede quejarse ante su autoridad de protección de datos.',
  'terms.title': 'Condiciones',
  'terms.lead':
    'Verificar un producto es gratis y no necesita cuenta. Estos son los límites de lo que dice el registro.',
  'terms.record': 'Qué dice el registro',
  'terms.recordText':
    'Cada lote muestra lo que registró su cooperativa, y lo que una revisión satelital encontró en el lugar indicado. Una revisión satelital abarca la pérdida de árboles después del 31 de diciembre de 2020, hasta donde llegan sus datos; indica el día en que se hizo. Los resultados marcados como datos de muestra son para demostración y no dicen nada de un lugar real.',
  'terms.ledger': 'Qué prueba el libro de registros',
  'terms.ledgerText':
    'El libro de registros prueba que un registro no se cambió después de escribirse. No prueba que lo escrito fuera verdad. Donde un solo operador lleva el libro, la página del registro lo dice.',
  'terms.limits': 'Qué no es',
  'terms.limitsText':
    'El registro no es un certificado de inocuidad de los alimentos ni asesoría legal. Las empresas siguen siendo responsables de su propia debida diligencia según el Reglamento (UE) 2023/1115.',
  'terms.use': 'Uso razonable',
  'terms.useText':
    'Las solicitudes se limitan por cada dirección de red, para que el servicio siga disponible para todos. Los socios que necesiten más pueden pedir una clave a la cooperativa.',
  'terms.accounts': 'Cuentas del personal',
  'terms.accountsText':
    'Las cuentas son personales. Registre lo que sabe, corrija lo que estaba mal, y avise a su administrador si otra persona puede conocer su contraseña.',
  'support.title': 'Ayuda',
  'support.lead':
    'La mayoría de las preguntas son sobre dónde está el número de lote, o sobre un lote que no se encuentra.',
  'support.where': '¿Dónde está el número de lote?',
  'support.whereText':
    'En la etiqueta, junto al código QR. Empieza con LOT, por ejemplo LOT701. Al escanear el código QR se abre el lote directamente; también puede <link>escribir el número</link>.',
  'support.notFound': 'No se encuentra mi lote',
  'support.notFoundLetters': 'Revise las letras y los números que se parecen, como O y 0.',
  'support.notFoundSpaces': 'No deje espacios. Mayúsculas y minúsculas dan lo mismo.',
  'support.notFoundWithdrawn': 'La cooperativa pudo haber retirado el lote. Pregunte donde compró el producto.',
  'support.pending': '¿Qué quiere decir Pendiente?',
  'support.pendingText':
    'Algo se ingresó y aún espera su registro en el libro. Por lo general tarda menos de un minuto. Cuando el libro no se puede alcanzar, se intenta de nuevo hasta que se logre.',
  'support.differs': 'La página dice que el registro difiere',
  'support.differsText':
    'Lo que se muestra de este lote no es lo que se registró. La página nombra los campos. Diga a la cooperativa el número de lote y lo que vio.',
  'support.old': 'La revisión satelital es antigua',
  'support.oldText':
    'Una revisión de más de 30 días se señala como antigua y se muestra en ámbar. Lo que encontró no ha cambiado; no se ha vuelto a revisar.',
  'support.contact': 'Contacto',
  'support.contactText':
    'La cooperativa que aparece en el empaque, o la tienda que lo vendió, puede comunicarse con quienes inscribieron el lote. El personal que no puede iniciar sesión pregunta a su administrador. Las empresas que quieren trabajar con Manam-Trace <link>piden una demostración</link>.',
} as const satisfies Translation<typeof english>;
