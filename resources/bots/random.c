/* A bot in C that plays any legal order, by lot: cc -o random random.c. It reads as much JSON as it needs: the legal orders of a turn stand
   in lists of plain texts behind "legal". Give it away, change it: it is yours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST 4000000

static char line[LONGEST];

int main(void) {
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, LONGEST, stdin)) {
        if (!strstr(line, "\"type\":\"turn\"")) continue;
        int most = 1000, first = 1;
        char *due = strstr(line, "\"due\":"), *at = strstr(line, "\"legal\":{");
        if (strstr(line, "\"kind\":\"adjustment\"")) most = due ? abs(atoi(due + 6)) : 0;
        printf("{\"type\":\"orders\",\"orders\":[");
        for (char *list = at ? strchr(at, '[') : NULL; list && most > 0; most--) {
            char *end = strchr(list, ']'), *chosen = NULL;
            int count = 0;
            if (!end) break;
            for (char *text = list + 1; text < end; text = strchr(text + 1, '"') + 1) { /* text is at an opening quote or a comma */
                if (*text == ',') text++;
                if (text >= end || *text != '"') break;
                if (rand() % ++count == 0) chosen = text;
            }
            if (chosen) {
                char *close = strchr(chosen + 1, '"');
                printf("%s%.*s", first ? "" : ",", (int)(close - chosen + 1), chosen);
                first = 0;
            }
            if (end[1] != ',') break; /* the last list of the object */
            list = strchr(end, '[');
        }
        printf("]}\n");
    }
    return 0;
}
